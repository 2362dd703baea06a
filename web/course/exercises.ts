// Numbers for the exercises on attention by hand, which the figures and the worksheet share: queries, keys and values
// with two dimensions over three tokens.
import type { Tensor } from '../engine/core/tensor.js';

export const [TOKENS, HEAD_DIM] = [3, 2];

export const INPUTS = ['Q', 'K', 'V'] as const;
export type Input = (typeof INPUTS)[number];

export type Inputs = Readonly<Record<Input, readonly number[]>>;

const KEYS_AND_VALUES = { K: [1, 0, 1, 1, 0, 2], V: [1, 2, 3, 0, 0, 4] } as const;

export const ONE_QUERY: Inputs = { Q: [1, 2], ...KEYS_AND_VALUES };
export const THREE_QUERIES: Inputs = { Q: [1, 0, 0, 1, 1, 1], ...KEYS_AND_VALUES };

export const matrix = (data: readonly number[], columns: number): Tensor => ({
  data: Float32Array.from(data),
  shape: [1, 1, data.length / columns, columns],
});

export const tensorsOf = ({ Q, K, V }: Inputs): [Tensor, Tensor, Tensor] => [
  matrix(Q, HEAD_DIM),
  matrix(K, HEAD_DIM),
  matrix(V, HEAD_DIM),
];
