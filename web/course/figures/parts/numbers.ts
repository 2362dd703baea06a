// Seeded random numbers for the figures, which are the same on every visit.
import { tensor, type Tensor } from '../../../engine/core/tensor.js';

/**
 * Approximately standard normal random numbers: each is a sum of twelve uniform numbers from a linear congruential
 * generator.
 */
export function normals(count: number, seed: number): Float32Array {
  let state = seed >>> 0;
  const uniform = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  return Float32Array.from({ length: count }, () => {
    let sum = -6;
    for (let each = 0; each < 12; each++) sum += uniform();
    return sum;
  });
}

/**
 * Random vectors with standard normal components. Vectors of neighboring tokens are correlated, as in a text.
 * @returns tensor [1, 1, tokens, size]
 */
export function driftingVectors(tokens: number, size: number, seed: number): Tensor {
  const KEPT = 0.97; // correlation between neighboring tokens
  const data = normals(tokens * size, seed);
  for (let at = size; at < data.length; at++) data[at] = KEPT * data[at - size]! + Math.sqrt(1 - KEPT ** 2) * data[at]!;
  return tensor(data, [1, 1, tokens, size]);
}

export function standardDeviation(data: Float32Array): number {
  const mean = data.reduce((sum, x) => sum + x, 0) / data.length;
  return Math.sqrt(data.reduce((sum, x) => sum + (x - mean) ** 2, 0) / data.length);
}

/** Mean over the rows of a tensor of each row's largest number. Rows run along the last dimension. */
export function meanLargest({ data, shape }: Tensor): number {
  const columns = shape.at(-1)!;
  const rows = data.length / columns;
  let sum = 0;
  for (let row = 0; row < rows; row++) sum += Math.max(...data.subarray(row * columns, (row + 1) * columns));
  return sum / rows;
}
