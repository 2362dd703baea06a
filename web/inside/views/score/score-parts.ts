// The parts into which a query or a key is decomposed, such as an earlier head, in the order in which they write to the
// residual stream. Biases of the same kind form one part.
import type { AttentionType } from '../../../engine/transformer/head-ref.js';
import type { Source } from '../../../analysis/index.js';

/** Kinds of biases: of earlier layers, of norms (β), of the projection W_Q or W_K, and for the distance (T5). */
const BIASES = ['biases', 'norm', 'projection', 'distance'] as const;
const EMBEDDINGS = ['embedding', 'tokenTypes', 'positions'] as const;

export type PartKind = (typeof EMBEDDINGS)[number] | 'head' | 'feedForward' | (typeof BIASES)[number];

export interface ScorePart {
  readonly kind: PartKind;
  readonly attention: AttentionType;
  /** Layer of the part; null if it belongs to no layer, as an embedding or a sum of biases. */
  readonly layer: number | null;
  /** Index of the head; null if the part is not a head. */
  readonly head: number | null;
}

export interface Parts {
  readonly parts: readonly ScorePart[];
  /** For each source of the attribution, the index in `parts` of the part to which it belongs. */
  readonly ofSource: readonly number[];
}

export function partsOf(sources: readonly Source[]): Parts {
  const keyOf = (part: ScorePart) => JSON.stringify(part);
  const own = sources.map(partOf);
  const parts = [...new Map(own.map((part) => [keyOf(part), part])).values()].sort(byOrder);
  const places = new Map(parts.map((part, at) => [keyOf(part), at]));
  return { parts, ofSource: own.map((part) => places.get(keyOf(part))!) };
}

/**
 * Adds up contributions to a score by pair of parts.
 * @param values contributions, [query sources, key sources]
 * @returns sums, [query parts, key parts]
 */
export function summedParts(values: Float32Array, query: Parts, key: Parts): Float32Array {
  const [columns, count] = [key.ofSource.length, key.parts.length];
  const sums = new Float64Array(query.parts.length * count);
  values.forEach((value, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    sums[query.ofSource[row]! * count + key.ofSource[column]!]! += value;
  });
  return Float32Array.from(sums);
}

function partOf({ name, kind, attention, layer, head }: Source): ScorePart {
  if (kind !== 'bias') return { kind, attention, layer, head };
  const biasOf = (): PartKind => {
    if (name.endsWith('distance_bias.weight')) return 'distance';
    if (/_attention\.(query|key)\.bias$/.test(name)) return 'projection';
    return name.endsWith('norm.bias') ? 'norm' : 'biases';
  };
  return { kind: biasOf(), attention, layer: null, head: null };
}

/** Order of the parts: embeddings come first, then for each layer its heads and its feed-forward layer, then biases. */
function byOrder(one: ScorePart, other: ScorePart): number {
  const rank = ({ kind }: ScorePart) => {
    const bias = (BIASES as readonly PartKind[]).indexOf(kind);
    if (bias >= 0) return 1e3 + bias;
    const embedding = (EMBEDDINGS as readonly PartKind[]).indexOf(kind);
    return embedding >= 0 ? embedding - EMBEDDINGS.length : 0;
  };
  // Order of the parts within a layer: heads of self-attention, heads of cross-attention, feed-forward layer.
  const step = ({ kind, attention }: ScorePart) => (kind === 'feedForward' ? 2 : attention === 'cross' ? 1 : 0);
  return (
    rank(one) - rank(other) ||
    (one.layer ?? 0) - (other.layer ?? 0) ||
    step(one) - step(other) ||
    (one.head ?? 0) - (other.head ?? 0)
  );
}
