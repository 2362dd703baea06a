// Causal masks: from the first key, or aligned with the last one.
import { describe } from '../core/checks.js';
import { orOutOfMemory } from '../core/tensor.js';
import type { AttentionSizes, CheckedMask } from './mask.js';

/** Whether attention is causal; 'lower-right': the last query and the last key are the same token. */
export type Causal = boolean | 'lower-right';

export function checkCausal(name: string, value: unknown): Causal {
  if (typeof value === 'boolean' || value === 'lower-right') return value;
  throw new TypeError(`${name}: expected true, false or 'lower-right', got ${describe(value)}`);
}

/** What C++ computes with: the causal mask from the first key, and a mask for every other. */
interface ResolvedCausal {
  isCausal: boolean;
  mask: CheckedMask | null;
}

/**
 * With 'lower-right', query i attends to the keys 0 … i + keys − queries (PyTorch's `causal_lower_right`): one query to all,
 * as many queries as keys as from the first key, and others as a mask says.
 */
export function resolveCausal(causal: Causal, mask: CheckedMask | null, sizes: AttentionSizes): ResolvedCausal {
  const { queries, keys } = sizes;
  if (typeof causal === 'boolean') return { isCausal: causal, mask };
  if (queries === keys) return { isCausal: true, mask };
  return { isCausal: false, mask: queries === 1 ? mask : lowerRight(mask, queries, keys) };
}

/** A mask, [batch or 1, heads or 1, queries, keys], with the causal one. */
function lowerRight(mask: CheckedMask | null, queries: number, keys: number): CheckedMask {
  const [batch, heads, rows, columns] = mask?.broadcast ?? [1, 1, 1, 1];
  const shape = [batch, heads, queries, keys] as const;
  const size = batch * heads * queries * keys;
  /** Writes what each visible key has in the mask, and `masked` for the others. */
  const fill = <Data extends Uint8Array | Float32Array>(data: Data, masked: number): Data => {
    data.fill(masked);
    for (let row = 0; row < batch * heads * queries; row++) {
      const query = row % queries;
      const source = ((row - query) / queries) * rows * columns + (rows === 1 ? 0 : query * columns);
      const visible = Math.max(0, query + 1 + keys - queries);
      for (let key = 0; key < visible; key++)
        data[row * keys + key] = mask?.data[source + (columns === 1 ? 0 : key)] ?? 0;
    }
    return data;
  };
  const allocated = <Data>(allocate: () => Data): Data => orOutOfMemory('mask', shape, allocate);
  if (mask?.kind === 'add') {
    return {
      kind: 'add',
      data: fill(
        allocated(() => new Float32Array(size)),
        -Infinity,
      ),
      shape,
      broadcast: shape,
    };
  }
  const kind = mask?.kind ?? 'block';
  return {
    kind,
    data: fill(
      allocated(() => new Uint8Array(size)),
      kind === 'block' ? 1 : 0,
    ),
    shape,
    broadcast: shape,
  };
}
