// Causal masks, aligned with the first or the last key.
import { describe } from '../core/checks.js';
import type { AttentionSizes } from './mask.js';

/**
 * Option `isCausal`: true for a causal mask that aligns the first query with the first key, 'lower-right' for one that
 * aligns the last query with the last key.
 */
export type Causal = boolean | 'lower-right';

export function checkCausal(name: string, value: unknown): Causal {
  if (typeof value === 'boolean' || value === 'lower-right') return value;
  throw new TypeError(`${name}: expected true, false or 'lower-right', got ${describe(value)}`);
}

/**
 * A causal mask as the C++ code represents it: key j is at position j, query i is at position firstQuery + i, and
 * attends to the keys up to its own position.
 */
export interface ResolvedCausal {
  isCausal: boolean;
  firstQuery: number;
}

/**
 * Converts the option `isCausal` to the first query's position among the keys. With 'lower-right', query i attends to
 * the keys 0 … i + keys − queries (PyTorch's `causal_lower_right`).
 */
export const resolveCausal = (causal: Causal, { queries, keys }: AttentionSizes): ResolvedCausal => ({
  isCausal: causal !== false,
  firstQuery: causal === 'lower-right' ? keys - queries : 0,
});
