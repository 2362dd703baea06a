// Arithmetic of vectors: X, Q, K, V, the weighted sum, the concatenation and the output projection.
import { at } from './attention.js';
import { operand, shown } from './displayed-number.js';
import { formatEquation } from './equation.js';
import { named, type Arithmetic, type Build, type FormulaPart } from './formula.js';
import { sumOf, type Term } from './sum.js';
import { tokensOf } from '../marks/vectors.js';
import {
  formatNumber,
  type HeadSteps,
  type HeadValues,
  type Linear,
  type TracedSteps,
  type VectorOrigin,
  type ViewModelData,
} from '../view-model.js';
import type { Tensor } from '../../engine/core/tensor.js';

/**
 * Value of an element of a projection x·Wᵀ + b, and the terms of its sum.
 * @param out the element's index in the projected vector
 */
function projected(
  x: Tensor,
  token: number,
  { weight, bias }: Linear,
  out: number,
  all: boolean,
): { build: Build; leftOut: number } {
  const terms: Term[] = Array.from({ length: weight.shape[1]! }, (_, c) => ({
    left: at(x, token, c),
    right: at(weight, out, c),
  }));
  const { build, leftOut } = sumOf(terms, all);
  if (!bias) return { build, leftOut };
  const withBias: Build = (digits) => {
    const { parts, values } = build(digits);
    const b = operand(bias.data[out]!, digits);
    return { parts: [...parts, { text: ' + ' }, { text: b.text }], values: values.map((value) => value + b.value) };
  };
  return { build: withBias, leftOut };
}

/**
 * Sum that gives an element of a projected query, key or value, X·W + b.
 * @param all true to include every term, instead of only the largest ones
 */
export function projectionSum(
  { trace, queryInput, keyInput, head, keyValueHead, linear }: HeadSteps,
  name: 'query' | 'key' | 'value',
  token: number,
  dimension: number,
  all: boolean,
): { build: Build; leftOut: number } {
  const x = name === 'query' ? queryInput : (keyInput ?? queryInput);
  const first = (name === 'query' ? head : keyValueHead) * trace.query.shape[1]!;
  return projected(x, token, linear(name), first + dimension, all);
}

export const elementName = (
  viewModel: ViewModelData,
  name: 'query' | 'key' | 'value',
  token: number,
  dimension: number,
): FormulaPart => ({ text: `${name[0]!}(${tokensOf(viewModel, name)[token]!})[${dimension}]`, role: name });

/** Computation of an element of a query, key or value: X·W + b. */
export function projection(
  viewModel: ViewModelData,
  steps: TracedSteps,
  name: 'query' | 'key' | 'value',
  token: number,
  dimension: number,
  all: boolean,
): Arithmetic {
  const { build, leftOut } = projectionSum(steps, name, token, dimension, all);
  const isRotated = name !== 'value' && steps.stages.includes('rotate');
  const result = at(isRotated ? steps.step(name) : steps.trace[name], token, dimension);
  return {
    lines: [named(elementName(viewModel, name, token, dimension), formatEquation(build, result).parts)],
    notes: steps.linear(name).bias ? ['bias'] : [],
    leftOut,
  };
}

function weightedSum(
  { weights, value, output }: HeadValues,
  token: number,
  dimension: number,
  all: boolean,
): { line: FormulaPart[]; leftOut: number } {
  const terms = Array.from({ length: weights.shape[1]! }, (_, key) => ({
    left: at(weights, token, key),
    right: at(value, key, dimension),
  }));
  const { build, leftOut } = sumOf(terms, all, { left: 'weight', right: 'value' });
  return { line: formatEquation(build, at(output, token, dimension)).parts, leftOut };
}

export function headOutput({ trace }: HeadSteps, token: number, dimension: number, all: boolean): Arithmetic {
  const { line, leftOut } = weightedSum(trace, token, dimension, all);
  return { lines: [line], notes: ['headOutput'], leftOut };
}

/**
 * Computation of an element of the concatenated head outputs. It equals an element of the output of one head, to which
 * its column belongs.
 */
export function concatenation(
  { queryTokens }: ViewModelData,
  { trace, headValues }: HeadSteps,
  token: number,
  column: number,
  all: boolean,
): Arithmetic {
  const headDim = trace.query.shape[1]!;
  const [head, dimension] = [Math.floor(column / headDim), column % headDim];
  const { line, leftOut } = weightedSum(headValues(head), token, dimension, all);
  const index = Array.from(String(head + 1), (digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)]).join('');
  const label = `A${index}V${index}(${queryTokens[token]!})[${dimension}]`;
  return { lines: [named({ text: label, role: 'value' }, line)], notes: [], leftOut };
}

/** Computation of an element of the attention layer's output: concat·W_O + b. */
export function outputProjection(
  { queryTokens }: ViewModelData,
  { concat, output, linear }: HeadSteps,
  token: number,
  dimension: number,
  all: boolean,
): Arithmetic {
  const weights = linear('output');
  const { build, leftOut } = projected(concat, token, weights, dimension, all);
  const line = formatEquation(build, at(output, token, dimension)).parts;
  return {
    lines: [named({ text: `y(${queryTokens[token]!})[${dimension}]` }, line)],
    notes: weights.bias ? ['bias'] : [],
    leftOut,
  };
}

/** Builds the expression that normalizes an element: (x − μ) ÷ σ × γ + β for LayerNorm, without μ and β for RMSNorm. */
export const normalized =
  (x: number, { mean, deviation, weight, bias }: Omit<NonNullable<VectorOrigin['norm']>, 'kind'>): Build =>
  (digits) => {
    const [a, sigma, gamma] = [shown(x, digits), shown(deviation, digits), operand(weight, digits)];
    const [mu, beta] = [mean, bias].map((each) => (each === null ? null : operand(each, digits)));
    const centered = mu ? `(${a.text} − ${mu.text})` : a.text;
    return {
      parts: [{ text: `${centered} ÷ ${sigma.text} × ${gamma.text}${beta ? ` + ${beta.text}` : ''}` }],
      values: [((a.value - (mu?.value ?? 0)) / sigma.value) * gamma.value + (beta?.value ?? 0)],
    };
  };

/**
 * Computation of an element of the input X or of the encoder output: a sum, which is then normalized if the model does
 * so.
 */
export function input(
  viewModel: ViewModelData,
  { queryInput, keyInput, originOf }: TracedSteps,
  name: 'embedding' | 'encoderOutput',
  token: number,
  dimension: number,
  all: boolean,
): Arithmetic {
  const origin = originOf(name, token, dimension);
  const symbol = name === 'embedding' ? 'X' : 'M';
  const label: FormulaPart = { text: `${symbol}(${tokensOf(viewModel, name)[token]!})[${dimension}]` };
  const result = at(name === 'embedding' ? queryInput : keyInput!, token, dimension);
  if (!origin)
    return { lines: [named(label, [{ text: formatNumber(result, 4), role: 'result' }])], notes: [], leftOut: 0 };
  const { terms, norm, source } = origin;
  const { build, leftOut } = sumOf(terms, all);
  if (!norm) return { lines: [named(label, formatEquation(build, result).parts)], notes: [source], leftOut };
  const x = terms.reduce((sum, { left, right = 1 }) => sum + left * right, 0);
  const { parts, digits } = formatEquation(normalized(x, norm), result);
  return {
    lines: [named(label, parts), named({ text: 'x' }, formatEquation(build, x, { digits }).parts)],
    notes: [`${norm.kind}Norm`, source],
    leftOut,
  };
}
