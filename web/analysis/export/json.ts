// JSON export of an analysis result: the metadata `about`, and the tensors as nested lists.
import { exactNumber } from './exact-number.js';
import type { DescribedTensor } from './described-tensors.js';
import type { Tensor } from '../../engine/core/tensor.js';

export function jsonOf(tensors: readonly DescribedTensor[], about: object): Uint8Array<ArrayBuffer> {
  const values = Object.fromEntries(tensors.map(({ name, tensor }) => [name, nested(tensor)]));
  return new TextEncoder().encode(`${oneLine({ about, values })}\n`);
}

/** Serializes a value to one line of JSON; typed arrays become lists. */
export const oneLine = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (each instanceof Float32Array ? Array.from(each, jsonNumber) : each));

type NestedNumbers = number | string | NestedNumbers[];

/**
 * Number for JSON, which has no infinity and no NaN: infinity becomes a string here, and JSON.stringify writes NaN as
 * null.
 */
const jsonNumber = (value: number): number | string =>
  Math.abs(value) === Infinity ? String(value) : exactNumber(value);

function nested({ data, shape: [size, ...rest] }: Tensor): NestedNumbers {
  if (size === undefined) return jsonNumber(data[0]!);
  const step = data.length / size;
  return Array.from({ length: size }, (_, at) =>
    nested({ data: data.subarray(at * step, (at + 1) * step), shape: rest }),
  );
}
