// The parts that a query or a key consists of, in the order in which they write to the residual stream. Biases of the
// same kind are added together.
import type { AttentionType } from '../../../engine/transformer/head-ref.js';
import type { Source } from '../../../analysis/index.js';

/**
 * Kinds of biases: those of earlier layers, β of norms, that of the projection W_Q or W_K, and that of the distance.
 */
const BIASES = ['biases', 'norm', 'projection', 'distance'] as const;
const EMBEDDINGS = ['embedding', 'tokenTypes', 'positions'] as const;

export type PartKind = (typeof EMBEDDINGS)[number] | 'head' | 'feedForward' | (typeof BIASES)[number];

export interface ScorePart {
  readonly kind: PartKind;
  readonly attention: AttentionType;
  /** Layer of the part; null if it belongs to none. */
  readonly layer: number | null;
  /** Index of the head; null if the part is not a head. */
  readonly head: number | null;
}

export interface Parts {
  readonly parts: readonly ScorePart[];
  /** Index of the part to which each source belongs. */
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
 * Adds up the contributions to a score by part.
 * @param values contributions, [query sources, key sources]
 * @returns [query parts, key parts]
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

/**
 * Compares parts for sorting: embeddings come first, then for each layer its heads and its feed-forward layer, then
 * biases.
 */
function byOrder(one: ScorePart, other: ScorePart): number {
  const rank = ({ kind }: ScorePart) => {
    const bias = (BIASES as readonly PartKind[]).indexOf(kind);
    if (bias >= 0) return 1e3 + bias;
    const embedding = (EMBEDDINGS as readonly PartKind[]).indexOf(kind);
    return embedding >= 0 ? embedding - EMBEDDINGS.length : 0;
  };
  // Order within a layer: self-attention, cross-attention, feed-forward layer.
  const step = ({ kind, attention }: ScorePart) => (kind === 'feedForward' ? 2 : attention === 'cross' ? 1 : 0);
  return (
    rank(one) - rank(other) ||
    (one.layer ?? 0) - (other.layer ?? 0) ||
    step(one) - step(other) ||
    (one.head ?? 0) - (other.head ?? 0)
  );
}
