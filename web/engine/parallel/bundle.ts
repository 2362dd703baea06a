// Parts with their numbers, as they travel to a worker.
import type { Numbers, Spares } from './spares.js';
import type { PartToDo } from './parts.js';

/** Some parts that are one worker's next work. */
export interface Bundle {
  parts: PartToDo[];
  /** What their numbers are in, and travels to and fro with them. */
  arrays: Numbers[];
}

/** Takes an array apart, piece behind piece. */
function pieces(of: Float32Array): (size: number) => Float32Array {
  let from = 0;
  return (size) => of.subarray(from, (from += size));
}

/** The same parts with their numbers in arrays that can travel: queries and outputs, keys, values. */
export function bundleOf(parts: readonly PartToDo[], spares: Spares): Bundle {
  const sum = (size: (part: PartToDo) => number) => parts.reduce((total, part) => total + size(part), 0);
  const rows = spares.take(sum(({ query, output }) => query.length + output.length));
  const keys = spares.take(sum(({ keyValue }) => keyValue?.key.length ?? 0));
  const values = spares.take(sum(({ keyValue }) => keyValue?.value.length ?? 0));
  const [nextRow, nextKey, nextValue] = [pieces(rows), pieces(keys), pieces(values)];
  const copy = (numbers: Float32Array, next: typeof nextRow) => {
    const piece = next(numbers.length);
    piece.set(numbers);
    return piece;
  };
  return {
    parts: parts.map(({ query, keyValue, output, ...part }) => ({
      ...part,
      query: copy(query, nextRow),
      keyValue: keyValue && { key: copy(keyValue.key, nextKey), value: copy(keyValue.value, nextValue) },
      output: nextRow(output.length),
    })),
    arrays: [rows, keys, values].filter(({ length }) => length > 0),
  };
}
