// Edits that stay on: parts that are switched off or replaced by their means, and blocked pairs of query and key.
import { ATTENTION_TYPES, type AttentionType, type HeadRef } from '../engine/transformer/head-ref.js';

/** A head, or the feed-forward layer of a layer of the encoder or of the decoder. */
export interface Part {
  readonly attention: AttentionType;
  readonly layer: number;
  /** Null: the feed-forward layer. */
  readonly head: number | null;
}

export type Edit =
  /** At all tokens: weights, or what the feed-forward layer adds, are 0; or the output is its mean over the reading set. */
  | { readonly kind: 'off' | 'mean'; readonly at: Part }
  /** The query does not attend to the key. */
  | { readonly kind: 'blocked'; readonly at: HeadRef; readonly query: number; readonly key: number };

/** Edits that hold for any text. */
export const isOfModel = ({ kind }: Edit): boolean => kind !== 'blocked';

/** The text of an edit in a URL; it also tells edits apart. */
export function writeEdit(edit: Edit): string {
  const { attention, layer, head } = edit.at;
  const places = [edit.kind, attention, layer, head, ...(edit.kind === 'blocked' ? [edit.query, edit.key] : [])];
  return places.filter((each) => each !== null).join('.');
}

/** @returns null: it is none */
export function readEdit(text: string): Edit | null {
  const [, kind, name, ...numbers] = /^(off|mean|blocked)\.([a-z]+)((?:\.\d{1,5}){1,4})$/.exec(text) ?? [];
  const attention = ATTENTION_TYPES.find((each) => each === name);
  if (kind === undefined || !attention) return null;
  const [layer, head, query, key] = numbers[0]!.slice(1).split('.').map(Number);
  if (kind === 'blocked') {
    if (head === undefined || query === undefined || key === undefined) return null;
    return { kind, at: { attention, layer: layer!, head }, query, key };
  }
  const isPart = query === undefined && (head !== undefined || attention !== 'cross');
  return isPart ? { kind: kind as 'off' | 'mean', at: { attention, layer: layer!, head: head ?? null } } : null;
}

const isSamePart = (one: Part, other: Part): boolean =>
  one.attention === other.attention && one.layer === other.layer && one.head === other.head;

export const isSameEdit = (one: Edit, other: Edit): boolean => writeEdit(one) === writeEdit(other);

/** True if a part is switched off or replaced. */
export const isEdited = (edits: readonly Edit[], part: Part): boolean =>
  edits.some(({ kind, at }) => kind !== 'blocked' && isSamePart(at, part));

/** The edits with one more, which takes the place of another one of its part; or without it, if it is on. */
export function toggled(edits: readonly Edit[], edit: Edit): readonly Edit[] {
  if (edits.some((each) => isSameEdit(each, edit))) return edits.filter((each) => !isSameEdit(each, edit));
  const isReplaced = (each: Edit) => edit.kind !== 'blocked' && each.kind !== 'blocked' && isSamePart(each.at, edit.at);
  return [...edits.filter((each) => !isReplaced(each)), edit];
}
