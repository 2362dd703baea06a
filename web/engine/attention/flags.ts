// Flags from nested arrays, as people write masks.
import { describe, expectArray } from '../core/checks.js';
import { MAX_RANK } from '../core/tensor.js';
import type { Flags } from './mask.js';

/** A flag, or arrays of flags, each of the same length. */
export type NestedFlags = boolean | 0 | 1 | readonly NestedFlags[];

/**
 * Flags for `mask`: the shape is that of the nesting.
 * @example
 * engine.scaledDotProductAttention(query, key, value, { mask: { allow: flags([[1, 0, 1], [1, 1, 1]]) } });
 * @param nested arrays of true and false, or of 1 and 0, as [queries][keys]
 * @throws TypeError or RangeError that names the element, if it is no flag or an array has another length than its neighbors
 */
export function flags(nested: NestedFlags): Flags {
  const shape: number[] = []; // that of the first elements; the others must have it too
  const data: number[] = [];
  let isShapeKnown = false;
  const read = (value: unknown, depth: number, name: string): void => {
    if (!Array.isArray(value)) {
      if (typeof value !== 'boolean' && value !== 0 && value !== 1) {
        throw new TypeError(`${name}: expected true, false, 1, 0 or an array of them, got ${describe(value)}`);
      }
      if (isShapeKnown && depth !== shape.length) {
        throw new RangeError(`${name}: expected an array of ${shape[depth]}, got a flag`);
      }
      isShapeKnown = true;
      data.push(Number(value));
      return;
    }
    const items = expectArray(name, value);
    if (depth >= MAX_RANK) throw new RangeError(`${name}: expected at most ${MAX_RANK} dimensions, got more`);
    if (!isShapeKnown) shape[depth] = items.length;
    else if (items.length !== shape[depth]) {
      const expected = depth < shape.length ? `an array of ${shape[depth]}` : 'a flag';
      throw new RangeError(`${name}: expected ${expected}, got an array of ${items.length}`);
    }
    isShapeKnown ||= items.length === 0;
    items.forEach((item, index) => read(item, depth + 1, `${name}[${index}]`));
  };
  read(nested, 0, 'flags');
  return { data: Uint8Array.from(data), shape };
}
