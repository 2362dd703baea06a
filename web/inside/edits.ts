// Edits that stay on: parts that are switched off or replaced by their means, blocked pairs of query and key, and activations of the
// second sentence in the first one.
import { ATTENTION_TYPES, type AttentionType, type HeadRef } from '../engine/transformer/head-ref.js';
import { PATCHED, type PatchedActivation } from '../analysis/patched-activation.js';

/** A head, or the feed-forward layer of a layer of the encoder or of the decoder. */
export interface Part {
  readonly attention: AttentionType;
  readonly layer: number;
  /** Null: the feed-forward layer. */
  readonly head: number | null;
}

/** At all tokens: weights, or what the feed-forward layer adds, are 0; or the output is its mean over the reading set. */
export interface PartEdit {
  readonly kind: 'off' | 'mean';
  readonly at: Part;
}

/** The query does not attend to the key. */
export interface BlockedPair {
  readonly kind: 'blocked';
  readonly at: HeadRef;
  readonly query: number;
  readonly key: number;
}

/** An activation of a layer is that of the second sentence. */
export interface KeptPatch {
  readonly kind: 'patched';
  readonly activation: PatchedActivation;
  readonly at: { readonly attention: AttentionType; readonly layer: number };
  /** Position of a token in the first sentence, or a head, as the activation is patched. */
  readonly place: number;
}

export type Edit = PartEdit | BlockedPair | KeptPatch;

/** Edits that hold for any text. */
export const isOfModel = (edit: Edit): edit is PartEdit => edit.kind === 'off' || edit.kind === 'mean';

/** Edits that need the second sentence. */
export const isPatch = (edit: Edit): edit is KeptPatch => edit.kind === 'patched';

/** The text of an edit in a URL; it also tells edits apart. */
export function writeEdit(edit: Edit): string {
  const { attention, layer } = edit.at;
  const place = [attention, layer];
  if (edit.kind === 'patched') return [edit.activation, ...place, edit.place].join('.');
  if (edit.kind === 'blocked') return [edit.kind, ...place, edit.at.head, edit.query, edit.key].join('.');
  return [edit.kind, ...place, ...(edit.at.head === null ? [] : [edit.at.head])].join('.');
}

/** @returns null: it is none */
export function readEdit(text: string): Edit | null {
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

export const isSameEdit = (one: Edit, other: Edit): boolean => writeEdit(one) === writeEdit(other);

/** True if a part is switched off or replaced by its mean. */
export const isEdited = (edits: readonly Edit[], part: Part): boolean =>
  edits.filter(isOfModel).some(({ at }) => isSamePart(at, part));

/** The edits with one more, which takes the place of another one of its part; or without it, if it is on. */
export function toggled(edits: readonly Edit[], edit: Edit): readonly Edit[] {
  if (edits.some((each) => isSameEdit(each, edit))) return edits.filter((each) => !isSameEdit(each, edit));
  const isReplaced = (each: Edit) => isOfModel(edit) && isOfModel(each) && isSamePart(each.at, edit.at);
  return [...edits.filter((each) => !isReplaced(each)), edit];
}
