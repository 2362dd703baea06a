// softmax(Q·Kᵀ/√d_k + M)·V of tensors.
import {
  checkAttentionOptions,
  putOptions,
  type CheckedOptions,
  type ScaledDotProductOptions,
} from './attention-options.js';
import { expectSize } from './checks.js';
import { expectNoOverflow, putFinite, reserve, take } from './memory.js';
import { checkTensor, type Tensor } from './tensor.js';
import type { Module } from './load.js';
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

export function checkInputs(query: unknown, key: unknown, value: unknown, options: unknown): AttentionInputs {
  const q = checkTensor('query', query, ['batch', 'heads', 'queries', 'headDim']);
  const k = checkTensor('key', key, ['batch', 'heads', 'keys', 'headDim']);
  const v = checkTensor('value', value, ['batch', 'heads', 'keys', 'valueDim']);
  const [batch, heads, queries, headDim] = q.shape as [number, number, number, number];
  const [, keyHeads, keys] = k.shape as [number, number, number, number];
  const sizes = { batch, heads, keyHeads, queries, keys, headDim, valueDim: v.shape[3]! };
  const checked = checkAttentionOptions(options, sizes, ['enableGqa']);
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
  options?: ScaledDotProductOptions,
): AttentionResult {
  return attend(module, call, checkInputs(query, key, value, options));
}

/** The same of inputs that have been checked. */
export function attend(module: Module, call: AttentionCall, inputs: AttentionInputs): AttentionResult {
  if (inputs.options.needWeights) {
    const { output, weights } = trace(module, call, inputs);
    return { output, weights };
  }
  const { batch, heads, queries, valueDim } = inputs.sizes;
  const shape = [batch, heads, queries, valueDim];
  // The keys and values of one head once more, packed; the output.
  put(module, call, inputs, [inputs.key.shape.slice(2), inputs.value.shape.slice(2), shape]);
  call.compute(putOptions(module, call, inputs.options));
  expectNoOverflow(module, 'output', call.output(), shape);
  return { output: take(call.output(), shape) };
}

export function traceAttention(
  module: Module,
  call: AttentionCall,
  query: Tensor,
  key: Tensor,
  value: Tensor,
  options?: ScaledDotProductOptions,
): AttentionTrace {
  return trace(module, call, checkInputs(query, key, value, options));
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
