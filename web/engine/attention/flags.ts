// `flags`, which converts nested arrays of true and false to the flags of a mask.
import { describe } from '../core/checks.js';
import { readNested, type Nested } from '../core/nested.js';
import type { Flags } from './mask.js';

/** A flag (true, false, 1 or 0), or nested arrays of flags whose lengths are equal at each depth. */
export type NestedFlags = Nested<boolean | 0 | 1>;

/**
 * Creates the flags of a `mask`; their shape follows the nesting.
 * @example
 * engine.scaledDotProductAttention(query, key, value, { mask: { allow: flags([[1, 0, 1], [1, 1, 1]]) } });
 * @param nested arrays of true and false, or of 1 and 0, such as [queries][keys]
 * @throws TypeError or RangeError that names the element if it is not a flag, or if array lengths differ
 */
export function flags(nested: NestedFlags): Flags {
  const { data, shape } = readNested('flags', nested, { what: 'a flag', read: readFlag });
  return { data: Uint8Array.from(data), shape };
}

function readFlag(name: string, value: unknown): number {
  if (typeof value === 'boolean' || value === 0 || value === 1) return Number(value);
  throw new TypeError(`${name}: expected true, false, 1, 0 or an array of them, got ${describe(value)}`);
}
