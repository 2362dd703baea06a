// Nested arrays, in which arrays at the same depth have equal lengths.
import { expectArray, isArray, MAX_RANK } from './checks.js';

/** Type of nested arrays: an element, or an array of elements or nested arrays. */
export type Nested<Element> = Element | readonly Nested<Element>[];

/** Type of the elements of nested arrays: its name in error messages, and its check. */
interface Elements {
  what: string;
  /**
   * Checks an element of nested arrays, and converts it to a number.
   * @throws TypeError or RangeError that names the element
   */
  read: (name: string, value: unknown) => number;
}

/**
 * Reads the elements of nested arrays.
 * @param name name of the outermost array in error messages
 * @returns the elements in row-major order, and the shape of the nesting
 * @throws TypeError or RangeError that names the invalid element, or the array with a deviating length, such as
 *   'data[1][0]'
 */
export function readNested(
  name: string,
  nested: unknown,
  { what, read }: Elements,
): { data: number[]; shape: number[] } {
  const shape: number[] = []; // sizes found in the first elements, which all others must match
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
