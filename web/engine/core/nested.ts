// Nested arrays as people write them: each array has as many elements as its neighbors.
import { expectArray, isArray, MAX_RANK } from './checks.js';

/** An element, or arrays of elements. */
export type Nested<Element> = Element | readonly Nested<Element>[];

/** The elements of nested arrays: what an error calls one, and how one is read. */
interface Elements {
  what: string;
  /** @throws TypeError or RangeError that names it */
  read: (name: string, value: unknown) => number;
}

/**
 * @param name of the outermost array, for errors
 * @returns the elements in row-major order, and the shape of the nesting
 * @throws TypeError or RangeError that names the element that is none, or the array that has another length than its
 *   neighbors, as 'data[1][0]'
 */
export function readNested(
  name: string,
  nested: unknown,
  { what, read }: Elements,
): { data: number[]; shape: number[] } {
  const shape: number[] = []; // that of the first elements; the others must have it too
  const data: number[] = [];
  let isShapeKnown = false;
  const visit = (value: unknown, depth: number, path: string): void => {
    if (!isArray(value)) {
      const element = read(path, value);
      if (isShapeKnown && depth !== shape.length) {
        throw new RangeError(`${path}: expected an array of ${shape[depth]}, got ${what}`);
      }
      isShapeKnown = true;
      data.push(element);
      return;
    }
    const items = expectArray(path, value);
    if (depth >= MAX_RANK) throw new RangeError(`${path}: expected at most ${MAX_RANK} dimensions, got more`);
    if (!isShapeKnown) shape[depth] = items.length;
    else if (items.length !== shape[depth]) {
      const expected = depth < shape.length ? `an array of ${shape[depth]}` : what;
      throw new RangeError(`${path}: expected ${expected}, got an array of ${items.length}`);
    }
    isShapeKnown ||= items.length === 0;
    items.forEach((item, index) => visit(item, depth + 1, `${path}[${index}]`));
  };
  visit(nested, 0, name);
  return { data, shape };
}
