// Interventions in a model, which stay active in all views: heads and feed-forward layers that are ablated or replaced
// with their means, blocked pairs of query and key, and activations that are patched from the second sentence into the
// first.
import { ATTENTION_TYPES, type AttentionType, type HeadRef } from '../engine/transformer/head-ref.js';
import { PATCHED, type PatchedActivation } from '../analysis/patched-activation.js';

/** A component of the model in which a user can intervene: a head, or a feed-forward layer. */
export interface Part {
  readonly attention: AttentionType;
  readonly layer: number;
  /** Index of the head; null for a feed-forward layer. */
  readonly head: number | null;
}

/**
 * Intervention that replaces the output of a head or a feed-forward layer at all tokens: with 0 (`off`), or with its
 * mean over the project's sentences (`mean`).
 */
export interface PartIntervention {
  readonly kind: 'off' | 'mean';
  readonly at: Part;
}

/** Intervention that blocks a pair of tokens in one head: the query cannot attend to the key. */
export interface BlockedPair {
  readonly kind: 'blocked';
  readonly at: HeadRef;
  readonly query: number;
  readonly key: number;
}

/** Intervention that replaces an activation of the first sentence with that of the second. */
export interface KeptPatch {
  readonly kind: 'patched';
  readonly activation: PatchedActivation;
  readonly at: { readonly attention: AttentionType; readonly layer: number };
  /**
   * Position of the patched token in the first sentence; for activations that are patched by head, index of the head.
   */
  readonly place: number;
}

export type Intervention = PartIntervention | BlockedPair | KeptPatch;

/** True if an intervention does not refer to tokens, so that it also applies to other texts. */
export const isOfModel = (intervention: Intervention): intervention is PartIntervention =>
  intervention.kind === 'off' || intervention.kind === 'mean';

/** True if an intervention is a patch, which takes its activation from the second sentence. */
export const isPatch = (intervention: Intervention): intervention is KeptPatch => intervention.kind === 'patched';

/** Writes an intervention as text for the URL. Two interventions are the same if their texts are. */
export function writeIntervention(intervention: Intervention): string {
  const { attention, layer } = intervention.at;
  const place = [attention, layer];
  if (intervention.kind === 'patched') return [intervention.activation, ...place, intervention.place].join('.');
  if (intervention.kind === 'blocked')
    return [intervention.kind, ...place, intervention.at.head, intervention.query, intervention.key].join('.');
  return [intervention.kind, ...place, ...(intervention.at.head === null ? [] : [intervention.at.head])].join('.');
}

/**
 * Reads an intervention from a URL.
 * @returns null if the text is not an intervention
 */
export function readIntervention(text: string): Intervention | null {
  const [, kind, name, listed] = /^([a-zA-Z]+)\.([a-z]+)((?:\.\d{1,5})+)$/.exec(text) ?? [];
  const attention = ATTENTION_TYPES.find((each) => each === name);
  if (kind === undefined || !attention) return null;
  const numbers = listed!.slice(1).split('.').map(Number);
  const [layer, place, query, key] = numbers as [number, ...number[]];
  const at = { attention, layer };
  const activation = PATCHED.find((each) => each === kind);
  if (activation && numbers.length === 2) return { kind: 'patched', activation, at, place: place! };
  if (kind === 'blocked' && numbers.length === 4) {
    return { kind, at: { ...at, head: place! }, query: query!, key: key! };
  }
  const isPart = numbers.length === 2 || (numbers.length === 1 && attention !== 'cross');
  return isPart && (kind === 'off' || kind === 'mean') ? { kind, at: { ...at, head: place ?? null } } : null;
}

const isSamePart = (one: Part, other: Part): boolean =>
  one.attention === other.attention && one.layer === other.layer && one.head === other.head;

export const isSameIntervention = (one: Intervention, other: Intervention): boolean =>
  writeIntervention(one) === writeIntervention(other);

/** True if the output of a head or a feed-forward layer is replaced, with 0 or with its mean. */
export const isChanged = (interventions: readonly Intervention[], part: Part): boolean =>
  interventions.filter(isOfModel).some(({ at }) => isSamePart(at, part));

/**
 * Adds an intervention to the list, in place of another one in the same head or layer. If the list already contains it,
 * it is removed.
 */
export function toggled(interventions: readonly Intervention[], intervention: Intervention): readonly Intervention[] {
  if (interventions.some((each) => isSameIntervention(each, intervention)))
    return interventions.filter((each) => !isSameIntervention(each, intervention));
  const isReplaced = (each: Intervention) =>
    isOfModel(intervention) && isOfModel(each) && isSamePart(each.at, intervention.at);
  return [...interventions.filter((each) => !isReplaced(each)), intervention];
}
