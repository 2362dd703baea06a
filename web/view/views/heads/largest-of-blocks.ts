/**
 * Reduces a matrix for a small panel, keeping from each block of `block` × `block` cells the value farthest from 0.
 * Large weights are usually isolated, and a mean would hide them.
 * @param values [rows, columns]
 * @returns [⌈rows / block⌉, ⌈columns / block⌉]
 */
export function largestOfBlocks(values: Float32Array, rows: number, columns: number, block: number): Float32Array {
  if (block === 1) return values;
  const across = Math.ceil(columns / block);
  const largest = new Float32Array(Math.ceil(rows / block) * across);
  for (let row = 0, at = 0; row < rows; row++) {
    const begin = Math.floor(row / block) * across;
    for (let column = 0; column < columns; column++, at++) {
      const place = begin + Math.floor(column / block);
      if (Math.abs(values[at]!) > Math.abs(largest[place]!)) largest[place] = values[at]!;
    }
  }
  return largest;
}
