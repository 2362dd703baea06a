import type { Tensor } from '../../../engine/core/tensor.js';

/** Converts a matrix to an array of rows for JSON. JSON has no −∞, so it becomes null. */
export const rowsOf = ({ data, shape }: Tensor): (number | null)[][] => {
  const columns = shape[1]!;
  return Array.from({ length: shape[0]! }, (_, row) =>
    Array.from(data.subarray(row * columns, (row + 1) * columns), (value) => (Number.isFinite(value) ? value : null)),
  );
};
