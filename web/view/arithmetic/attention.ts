// Arithmetic of a cell of the attention matrix, stage by stage: score, scaling, cap, bias, mask, softmax.
import { operand, plain, shown, type Shown } from './displayed-number.js';
import { formatEquation } from './equation.js';
import { named, type Arithmetic, type Build, type FormulaPart } from './formula.js';
import { sumOf } from './sum.js';
import { dividedByRootOf } from '../scaling.js';
import { stagesIn, stageTensor } from '../marks/attention-matrix.js';
import type { Cell } from '../scene.js';
import type { HeadSteps, ViewModelData } from '../view-model.js';
import type { StageName } from '../stages.js';
import type { Tensor } from '../../engine/core/tensor.js';

export const at = ({ data, shape }: Tensor, row: number, column: number): number => data[row * shape[1]! + column]!;

/** Computation of the score: the dot product q·k of a query and a key, term by term. */
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
  return { lines: [named(name, formatEquation(build, at(scores, row, column)).parts)], notes: [], leftOut };
}

/**
 * Computation of the scaled score: the score divided by √d, if the model scales its scores, and by the temperature, if
 * the user has set one.
 */
export function scale({ trace, scaling }: HeadSteps, { row, column }: Cell): Arithmetic {
  const { temperature } = scaling;
  const root = dividedByRootOf(scaling);
  const build: Build = (digits) => {
    const score = shown(at(trace.scores, row, column), digits);
    const parts: FormulaPart[] = [{ text: score.text }];
    let { value } = score;
    if (root !== null) {
      parts.push({ text: ` ÷ √${root}` });
      value /= Math.sqrt(root);
    }
    if (temperature !== 1) {
      const divisor = plain(temperature, digits);
      parts.push({ text: ` ÷ ${divisor.text}` });
      value /= divisor.value;
    }
    return { parts, values: [value] };
  };
  const why = scaling.useScaling ? 'unscaledModel' : 'notScaled';
  return {
    lines: [formatEquation(build, at(trace.scaled, row, column)).parts],
    notes: root === null && (temperature === 1 || scaling.useScaling) ? [why] : [],
    leftOut: 0,
  };
}

/** Computation of the capped score: c × tanh(x ÷ c) of the scaled score x. */
export function cap({ trace, step, cap: limit }: HeadSteps, { row, column }: Cell): Arithmetic {
  const build: Build = (digits) => {
    const [scaled, c] = [shown(at(trace.scaled, row, column), digits), plain(limit, digits)];
    return {
      parts: [{ text: `${c.text} × tanh(${scaled.text} ÷ ${c.text})` }],
      values: [c.value * Math.tanh(scaled.value / c.value)],
    };
  };
  return { lines: [formatEquation(build, at(step('capped'), row, column)).parts], notes: ['cap'], leftOut: 0 };
}

function scoresBefore(steps: HeadSteps, stage: StageName): Tensor {
  const stages = stagesIn(steps);
  return stageTensor(steps, stages[stages.findIndex((each) => each.stage === stage) - 1]!);
}

/**
 * Builds the equation “score + addend = result” of the bias or the mask.
 * @param before the score before the addition
 */
function sum(before: number, addendOf: (digits: number) => Shown, result: number): FormulaPart[] {
  const build: Build = (digits) => {
    const [score, addend] = [shown(before, digits), addendOf(digits)];
    return { parts: [{ text: `${score.text} + ${addend.text}` }], values: [score.value + addend.value] };
  };
  return formatEquation(build, result).parts;
}

/** Computation of the biased score: the score plus the relative-position bias of query and key. */
export function bias(steps: HeadSteps, { row, column }: Cell): Arithmetic {
  const [before, biased] = [scoresBefore(steps, 'bias'), steps.step('biased')].map((each) => at(each, row, column));
  const line = sum(before!, (digits) => operand(biased! - before!, digits), biased!);
  return { lines: [line], notes: ['distance'], leftOut: 0 };
}

/** Computation of the masked score: the score plus 0, or plus −∞ where the key is masked. */
export function mask(steps: HeadSteps, { row, column }: Cell): Arithmetic {
  const masked = at(steps.trace.masked, row, column);
  const addend = masked === -Infinity ? operand(-Infinity, 0) : { text: '0', value: 0 };
  const line = sum(at(scoresBefore(steps, 'mask'), row, column), () => addend, masked);
  return { lines: [line], notes: [], leftOut: 0 };
}

/**
 * Computation of the weight: e^(score − max) ÷ Σ, with the row's maximum subtracted as in the engine; 0 in an ablated
 * head.
 */
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
  const { parts, digits } = formatEquation(line, weight, { role: 'weight', minDigits: 3 });
  const terms = powers.map((left) => ({ left }));
  const { build, leftOut } = sumOf(terms, all);
  return {
    lines: [parts, named({ text: 'Σ' }, formatEquation(build, sum, { digits }).parts)],
    notes: [...(isAblated ? (['switchedOff'] as const) : []), 'whyMaximum'],
    leftOut,
  };
}
