// The arithmetic of the attention matrix: scores, scaling, mask, softmax.
import {
  named,
  operand,
  plain,
  settle,
  shown,
  sumOf,
  type Arithmetic,
  type Build,
  type FormulaPart,
} from './formula.js';
import type { Cell } from '../scene.js';
import type { HeadSteps, ViewModelData } from '../view-model.js';
import type { Tensor } from '../../engine/core/tensor.js';

export const at = ({ data, shape }: Tensor, row: number, column: number): number => data[row * shape[1]! + column]!;

/** q·k, product by product. */
export function score(
  { queryTokens, keyTokens }: ViewModelData,
  { trace: { query, key, scores } }: HeadSteps,
  { row, column }: Cell,
  all: boolean,
): Arithmetic {
  const terms = Array.from({ length: query.shape[1]! }, (_, c) => ({
    left: at(query, row, c),
    right: at(key, column, c),
  }));
  const { build, leftOut } = sumOf(terms, all, { left: 'query', right: 'key' });
  const name = { text: `q(${queryTokens[row]!}) · k(${keyTokens[column]!})` };
  return { lines: [named(name, settle(build, at(scores, row, column)).parts)], notes: [], leftOut };
}

/** The score divided by √d and by the temperature, as far as they are on. */
export function scale({ trace, scaling }: HeadSteps, { row, column }: Cell): Arithmetic {
  const { useScaling, temperature } = scaling;
  const headDim = trace.query.shape[1]!;
  const build: Build = (digits) => {
    const score = shown(at(trace.scores, row, column), digits);
    const parts: FormulaPart[] = [{ text: score.text }];
    let { value } = score;
    if (useScaling) {
      parts.push({ text: ` ÷ √${headDim}` });
      value /= Math.sqrt(headDim);
    }
    if (temperature !== 1) {
      const divisor = plain(temperature, digits);
      parts.push({ text: ` ÷ ${divisor.text}` });
      value /= divisor.value;
    }
    return { parts, values: [value] };
  };
  return {
    lines: [settle(build, at(trace.scaled, row, column)).parts],
    notes: useScaling || temperature !== 1 ? [] : ['notScaled'],
    leftOut: 0,
  };
}

/** The scaled score plus 0, or plus −∞ where the key is masked. */
export function mask({ trace }: HeadSteps, { row, column }: Cell): Arithmetic {
  const masked = at(trace.masked, row, column);
  const build: Build = (digits) => {
    const scaled = shown(at(trace.scaled, row, column), digits);
    const addend = masked === -Infinity ? operand(-Infinity, 0) : { text: '0', value: 0 };
    return { parts: [{ text: `${scaled.text} + ${addend.text}` }], values: [scaled.value + addend.value] };
  };
  return { lines: [settle(build, masked).parts], notes: [], leftOut: 0 };
}

/** e^(score − max) ÷ Σ, with the row's maximum subtracted as the engine does; times 0 in an ablated head. */
export function softmax({ trace, isAblated }: HeadSteps, { row, column }: Cell, all: boolean): Arithmetic {
  const keys = trace.masked.shape[1]!;
  const scores = Array.from(trace.masked.data.subarray(row * keys, (row + 1) * keys));
  const max = Math.max(...scores);
  const weight = at(trace.weights, row, column);
  if (max === -Infinity) {
    const line: FormulaPart[] = [{ text: shown(weight, 3).text, role: 'weight' }];
    return { lines: [line], notes: [isAblated ? 'switchedOff' : 'allMasked'], leftOut: 0 };
  }
  const powers = scores.map((score) => Math.exp(score - max));
  const sum = powers.reduce((total, power) => total + power, 0);
  const factor = isAblated ? { text: ' × 0', value: 0 } : { text: '', value: 1 };
  const line: Build = (digits) => {
    const [score, power, divisor] = [
      shown(scores[column]!, digits),
      shown(powers[column]!, digits),
      shown(sum, digits),
    ];
    const largest = operand(max, digits);
    return {
      parts: [
        { text: `e^(${score.text} − ${largest.text}) ÷ Σ${factor.text} = ` },
        { text: `${power.text} ÷ ${divisor.text}${factor.text}` },
      ],
      values: [Math.exp(score.value - largest.value), power.value].map(
        (numerator) => (numerator / divisor.value) * factor.value,
      ),
    };
  };
  const { parts, digits } = settle(line, weight, { role: 'weight', least: 3 });
  const terms = powers.map((left) => ({ left }));
  const { build, leftOut } = sumOf(terms, all);
  return {
    lines: [parts, named({ text: 'Σ' }, settle(build, sum, { digits }).parts)],
    notes: [...(isAblated ? (['switchedOff'] as const) : []), 'whyMaximum'],
    leftOut,
  };
}
