// softmax(Q·Kᵀ/√d_k + M)·V of tensors.
import {
  canBeFused,
  checkAttentionOptions,
  putOptions,
  type CheckedOptions,
  type ScaledDotProductOptions,
} from './attention-options.js';
import { expectSize, expectWholeNumber } from './checks.js';
import { expectNoOverflow, putFinite, reserve, take } from './memory.js';
import { checkShaped, checkTensor, type Tensor } from './tensor.js';
import { checkOut, type OutOption } from './out.js';
import type { Flags } from './attention-options.js';
import type { Module } from './load.js';
import { sumsUp, type CheckedPattern, type SparsePattern } from './pattern.js';
import type { AttentionCall } from './wasm/spotlight.js';

/** What an attention gives. */
export interface AttentionResult {
  /** [batch, heads, queries, valueDim] */
  output: Tensor;
  /** [batch, heads, queries, keys], every row summing to 1 (0 where all keys are masked); with `needWeights` only. */
  weights?: Tensor;
}

/** Every step of an attention, as PyTorch would name them. */
export interface AttentionTrace {
  /** Q·Kᵀ, [batch, heads, queries, keys] */
  scores: Tensor;
  /** scores · scale, [batch, heads, queries, keys] */
  scaled: Tensor;
  /** scaled + mask, −Infinity where a key may not be heard, [batch, heads, queries, keys] */
  masked: Tensor;
  /** softmax of the rows of masked, then dropout, [batch, heads, queries, keys] */
  weights: Tensor;
  /** weights·V, [batch, heads, queries, valueDim] */
  output: Tensor;
}

/** The gradients of a loss with respect to everything that an attention is computed from. */
export interface AttentionGradients {
  /** [batch, heads, queries, headDim] */
  query: Tensor;
  /** [batch, heads of key, keys, headDim] */
  key: Tensor;
  /** [batch, heads of key, keys, valueDim] */
  value: Tensor;
  /** [batch, heads, queries, keys] */
  weights: Tensor;
  /** Of Q·Kᵀ, before the scale, [batch, heads, queries, keys]. */
  scores: Tensor;
}

/** The sizes of an attention whose heads are given one by one. */
export interface AttentionShape {
  batch: number;
  heads: number;
  keyHeads: number;
  queries: number;
  keys: number;
  headDim: number;
  valueDim: number;
}

/** What an attention is computed from, checked. */
export interface AttentionInputs {
  query: Tensor;
  key: Tensor;
  value: Tensor;
  sizes: AttentionShape;
  options: CheckedOptions;
}

/** Checks what an attention is computed from; `more` names the options that only some ways of calling it have. */
export function checkInputs(
  query: unknown,
  key: unknown,
  value: unknown,
  options: unknown,
  more: readonly string[] = [],
): AttentionInputs {
  const q = checkTensor('query', query, ['batch', 'heads', 'queries', 'headDim']);
  const k = checkTensor('key', key, ['batch', 'heads', 'keys', 'headDim']);
  const v = checkTensor('value', value, ['batch', 'heads', 'keys', 'valueDim']);
  const [batch, heads, queries, headDim] = q.shape as [number, number, number, number];
  const [, keyHeads, keys] = k.shape as [number, number, number, number];
  const sizes = { batch, heads, keyHeads, queries, keys, headDim, valueDim: v.shape[3]! };
  const checked = checkAttentionOptions(options, sizes, ['enableGqa', 'pattern', ...more]);
  expectSize('key.shape[0]', k.shape[0]!, batch, 'batch, as in query');
  if (!checked.enableGqa) expectSize('key.shape[1]', keyHeads, heads, 'heads, as in query');
  else if (heads % keyHeads !== 0) {
    throw new RangeError(`key.shape[1]: expected a divisor of ${heads} (heads, as in query), got ${keyHeads}`);
  }
  expectSize('key.shape[3]', k.shape[3]!, headDim, 'headDim, as in query');
  expectSize('value.shape[0]', v.shape[0]!, batch, 'batch, as in query');
  expectSize('value.shape[1]', v.shape[1]!, keyHeads, 'heads, as in key');
  expectSize('value.shape[2]', v.shape[2]!, keys, 'keys, as in key');
  return { query: q, key: k, value: v, sizes, options: checked };
}

/** Makes sure of the memory for arrays of these shapes and for the inputs, and puts the inputs there. */
function put(
  module: Module,
  call: AttentionCall,
  inputs: AttentionInputs,
  shapes: readonly (readonly number[])[],
): void {
  const { query, key, value, sizes } = inputs;
  const { batch, heads, keyHeads, queries, keys, headDim, valueDim } = sizes;
  reserve(module, [query.shape, key.shape, value.shape, ...shapes]);
  call.resize(batch, heads, keyHeads, queries, keys, headDim, valueDim);
  putFinite(module, 'query', query, call.query());
  putFinite(module, 'key', key, call.key());
  putFinite(module, 'value', value, call.value());
}

/** The fast way where the weights are not asked for: it never holds them. */
export function scaledDotProductAttention(
  module: Module,
  call: AttentionCall,
  query: Tensor,
  key: Tensor,
  value: Tensor,
  options?: ScaledDotProductOptions & OutOption,
): AttentionResult {
  const inputs = checkInputs(query, key, value, options, ['out']);
  return attend(module, call, inputs, checkOut(options, outputShape(inputs.sizes)));
}

export const outputShape = ({ batch, heads, queries, valueDim }: AttentionShape): readonly number[] => [
  batch,
  heads,
  queries,
  valueDim,
];

/** The same of inputs that have been checked. */
export function attend(
  module: Module,
  call: AttentionCall,
  inputs: AttentionInputs,
  out: Float32Array | null,
): AttentionResult {
  const shape = outputShape(inputs.sizes);
  if (!canBeFused(inputs.options)) {
    const { weights } = trace(module, call, inputs);
    const output = take(call.output(), shape, out);
    return inputs.options.needWeights ? { output, weights } : { output };
  }
  const { pattern } = inputs.options;
  if (pattern?.kind === 'linformer') computeLowRank(module, call, inputs, pattern, shape);
  else if (pattern?.kind === 'features') computeByFeatures(module, call, inputs, pattern, shape);
  else computeFused(module, call, inputs, shape);
  expectNoOverflow(module, 'output', call.output(), shape);
  return { output: take(call.output(), shape, out) };
}

/** Every key that is kept, one by one. */
function computeFused(module: Module, call: AttentionCall, inputs: AttentionInputs, output: readonly number[]): void {
  // The keys and values of one head once more, packed; the output.
  put(module, call, inputs, [inputs.key.shape.slice(2), inputs.value.shape.slice(2), output]);
  call.compute(putOptions(module, call, inputs.options));
}

/** Summaries of the keys. */
function computeLowRank(
  module: Module,
  call: AttentionCall,
  inputs: AttentionInputs,
  { rank, projections }: CheckedPattern & { kind: 'linformer' },
  output: readonly number[],
): void {
  const { keys } = inputs.sizes;
  // Both projections; the summaries, which are no more than the keys; the output.
  put(module, call, inputs, [[2, rank, keys], inputs.key.shape, inputs.value.shape, output]);
  call.resizeProjections(rank, keys);
  if (projections) {
    putFinite(module, 'pattern.keyProjection', projections.key, call.keyProjection());
    putFinite(module, 'pattern.valueProjection', projections.value, call.valueProjection());
  } else call.pool();
  call.computeLowRank(putOptions(module, call, inputs.options));
}

/** Features of queries and keys. */
function computeByFeatures(
  module: Module,
  call: AttentionCall,
  inputs: AttentionInputs,
  { map, features, seed }: CheckedPattern & { kind: 'features' },
  output: readonly number[],
): void {
  const { scale } = inputs.options;
  if (scale !== null && scale <= 0) throw new RangeError(`scale: expected more than 0 with this pattern, got ${scale}`);
  const { queries, keys, headDim, valueDim } = inputs.sizes;
  const many = map === 'elu' ? headDim : features;
  // The features of one head's queries and keys, what is kept of the keys, the values with a column of ones; the output.
  put(module, call, inputs, [[queries + keys + headDim + valueDim, many], [keys, valueDim + 1], output]);
  call.computeLinear(module.FeatureKind[map], many, seed, putOptions(module, call, inputs.options));
}

export function traceAttention(
  module: Module,
  call: AttentionCall,
  query: Tensor,
  key: Tensor,
  value: Tensor,
  options?: ScaledDotProductOptions,
): AttentionTrace {
  const inputs = checkInputs(query, key, value, options);
  if (sumsUp(inputs.options.pattern)) {
    throw new TypeError('pattern: expected one that keeps pairs of words to trace, got one that sums the keys up');
  }
  return trace(module, call, inputs);
}

function trace(module: Module, call: AttentionCall, inputs: AttentionInputs): AttentionTrace {
  const { batch, heads, queries, keys, valueDim } = inputs.sizes;
  const scoresShape = [batch, heads, queries, keys];
  const outputShape = [batch, heads, queries, valueDim];
  put(module, call, inputs, [scoresShape, scoresShape, scoresShape, scoresShape, outputShape]);
  call.trace(putOptions(module, call, inputs.options));
  expectNoOverflow(module, 'scaled', call.scaled(), scoresShape);
  expectNoOverflow(module, 'output', call.output(), outputShape);
  return {
    scores: take(call.scores(), scoresShape),
    scaled: take(call.scaled(), scoresShape),
    masked: take(call.masked(), scoresShape),
    weights: take(call.weights(), scoresShape),
    output: take(call.output(), outputShape),
  };
}

export function attentionBackward(
  module: Module,
  call: AttentionCall,
  query: Tensor,
  key: Tensor,
  value: Tensor,
  outputGradient: Tensor,
  options?: ScaledDotProductOptions,
): AttentionGradients {
  const inputs = checkInputs(query, key, value, options);
  expectDifferentiable(inputs.options);
  const { batch, heads, queries, keys, valueDim } = inputs.sizes;
  const outputShape = [batch, heads, queries, valueDim];
  const given = checkShaped('outputGradient', outputGradient, outputShape);
  const scoresShape = [batch, heads, queries, keys];
  reserve(module, [...Array<number[]>(8).fill(scoresShape), query.shape, key.shape, value.shape, outputShape]);
  trace(module, call, inputs);
  putFinite(module, 'outputGradient', given, call.outputGradient());
  call.backward(putOptions(module, call, inputs.options));
  return {
    query: take(call.queryGradient(), query.shape),
    key: take(call.keyGradient(), key.shape),
    value: take(call.valueGradient(), value.shape),
    weights: take(call.weightsGradient(), scoresShape),
    scores: take(call.scoresGradient(), scoresShape),
  };
}

/** Variants of the softmax, dropout, and what sums the keys up have no backward pass here. */
export function expectDifferentiable({ activation, eps, dropoutP, pattern }: CheckedOptions): void {
  if (activation !== 'softmax')
    throw new TypeError(`activation: expected 'softmax' for a backward pass, got '${activation}'`);
  if (eps > 0) throw new RangeError(`eps: expected 0 for a backward pass, got ${eps}`);
  if (dropoutP > 0) throw new RangeError(`dropoutP: expected 0 for a backward pass, got ${dropoutP}`);
  if (sumsUp(pattern)) {
    throw new TypeError('pattern: expected one that keeps pairs of words for a backward pass, got one that sums up');
  }
}

/** What a sparse pattern keeps of an attention of nothing but zeros. */
export function patternMask(
  module: Module,
  call: AttentionCall,
  pattern: SparsePattern,
  words: number,
): { allow: Flags } {
  const many = expectWholeNumber('words', words, 1);
  const zeros = { data: new Float32Array(many), shape: [1, 1, many, 1] };
  const { masked } = traceAttention(module, call, zeros, zeros, zeros, { pattern });
  return { allow: { data: Uint8Array.from(masked.data, (score) => (score === 0 ? 1 : 0)), shape: [many, many] } };
}
