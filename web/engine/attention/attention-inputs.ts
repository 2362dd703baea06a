// Checks the inputs of attention whose query, key and value are already split into heads.
import { checkScaledDotProductOptions, type CheckedOptions } from './attention-options.js';
import { expectSize } from '../core/checks.js';
import { checkTensor, type Tensor } from '../core/tensor.js';

/** Sizes of an attention call whose query, key and value are already split into heads. */
export interface AttentionShape {
  batch: number;
  heads: number;
  numKeyValueHeads: number;
  queries: number;
  keys: number;
  headDim: number;
  valueDim: number;
}

/** Checked inputs of an attention call: tensors, sizes and options. */
export interface AttentionInputs {
  query: Tensor;
  key: Tensor;
  value: Tensor;
  sizes: AttentionShape;
  options: CheckedOptions;
  /** Other options of the call, such as `out` or `signal`, not checked yet. */
  others: Readonly<Record<string, unknown>>;
}

/**
 * Checks the inputs of an attention call. `others` lists the names of allowed options that are returned without a
 * check, such as 'out'.
 */
export function checkInputs(
  query: unknown,
  key: unknown,
  value: unknown,
  options: unknown,
  others: readonly string[] = [],
): AttentionInputs {
  const q = checkTensor('query', query, ['batch', 'heads', 'queries', 'headDim']);
  const k = checkTensor('key', key, ['batch', 'heads', 'keys', 'headDim']);
  const v = checkTensor('value', value, ['batch', 'heads', 'keys', 'valueDim']);
  const [batch, heads, queries, headDim] = q.shape as [number, number, number, number];
  const [, numKeyValueHeads, keys] = k.shape as [number, number, number, number];
  const sizes = { batch, heads, numKeyValueHeads, queries, keys, headDim, valueDim: v.shape[3]! };
  const [checked, rest] = checkScaledDotProductOptions(options, sizes, others);
  expectSize('key.shape[0]', k.shape[0]!, batch, 'batch, as in query');
  if (!checked.enableGqa) {
    expectSize('key.shape[1]', numKeyValueHeads, heads, 'heads, as in query; with enableGqa also a divisor of it');
  }
  if (heads % numKeyValueHeads !== 0) {
    throw new RangeError(`key.shape[1]: expected a divisor of ${heads} (heads, as in query), got ${numKeyValueHeads}`);
  }
  expectSize('key.shape[3]', k.shape[3]!, headDim, 'headDim, as in query');
  expectSize('value.shape[0]', v.shape[0]!, batch, 'batch, as in query');
  expectSize('value.shape[1]', v.shape[1]!, numKeyValueHeads, 'heads, as in key');
  expectSize('value.shape[2]', v.shape[2]!, keys, 'keys, as in key');
  return { query: q, key: k, value: v, sizes, options: checked, others: rest };
}

export const outputShape = ({ batch, heads, queries, valueDim }: AttentionShape): readonly number[] => [
  batch,
  heads,
  queries,
  valueDim,
];
