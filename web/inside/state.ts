// State of "Look inside" that the page's URL holds, by one table.
import { headRef } from '../element/property-codecs.js';
import { KEPT_PRECISIONS, type KeptPrecision } from '../engine/parameters/load-parameters.js';
import type { HeadRef } from '../engine/transformer/head-ref.js';
import { RECIPE_NAMES, type RecipeName } from './recipes.js';
import { REPLACEMENTS, type ReplacementKind } from './work/replacements.js';

export const VIEW_NAMES = ['lens', 'made', 'effects', 'heads'] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

export interface InsideState {
  view: ViewName;
  /** 'stories', the address of a folder, or the name of a model of the user's, whose files are asked for; '': none. */
  model: string;
  /** The first digits of the SHA-256 of the user's file of weights; '': not known. */
  sha: string;
  /** Precision that was chosen; '': the one that fits. */
  precision: KeptPrecision | '';
  text: string;
  /** Second text: of an encoder-decoder its output, '' for what it generates; of BERT a second sentence, '' for none. */
  second: string;
  /** Recipe whose text it is, which says the tokens of the question where none is chosen; '': none. */
  recipe: RecipeName | '';
  /** The question; null: its default. */
  position: number | null;
  token: number | null;
  against: number | null;
  /** Selected head; null: none. */
  head: HeadRef | null;
  kind: ReplacementKind;
}

/** Begins a question of two names, which the storyteller answers with the one in question. */
export const STORY = 'Lily had a dog named Max. One day, Lily and';

export const INITIAL: InsideState = {
  view: 'lens',
  model: '',
  sha: '',
  precision: '',
  text: '',
  second: '',
  recipe: '',
  position: null,
  token: null,
  against: null,
  head: null,
  kind: 'mean',
};

type Codec<Value> = { read: (text: string) => Value; write: (value: Value) => string };

const oneOf = <Value extends string>(values: readonly Value[], initial: Value): Codec<Value> => ({
  read: (text) => values.find((each) => each === text) ?? initial,
  write: (value) => value,
});
const text: Codec<string> = { read: (value) => value, write: (value) => value };
const hash: Codec<string> = {
  read: (value) => (/^[\da-f]{8,64}$/.test(value) ? value : ''),
  write: (value) => value,
};
const number: Codec<number | null> = {
  read: (value) => (/^\d{1,9}$/.test(value) ? Number(value) : null),
  write: (value) => (value === null ? '' : String(value)),
};

/** Names in the URL; that of the view also says that this section is open. */
const FIELDS: { readonly [Name in keyof InsideState]: readonly [name: string, codec: Codec<InsideState[Name]>] } = {
  view: ['inside', oneOf(VIEW_NAMES, INITIAL.view)],
  model: ['model', text],
  sha: ['sha256', hash],
  precision: ['precision', oneOf(['', ...KEPT_PRECISIONS], INITIAL.precision)],
  text: ['text', text],
  second: ['second', text],
  recipe: ['recipe', oneOf(['', ...RECIPE_NAMES], INITIAL.recipe)],
  position: ['position', number],
  token: ['token', number],
  against: ['against', number],
  head: ['head', headRef()],
  kind: ['kind', oneOf(REPLACEMENTS, INITIAL.kind)],
};
const NAMES = Object.keys(FIELDS) as (keyof InsideState)[];

/** @returns null unless the URL opens this section */
export function fromAddress(search: string): InsideState | null {
  const given = new URLSearchParams(search);
  if (!given.has(FIELDS.view[0])) return null;
  const read = NAMES.map((name) => {
    const [key, codec] = FIELDS[name];
    return [name, given.has(key) ? codec.read(given.get(key)!) : INITIAL[name]] as const;
  });
  return Object.fromEntries(read) as unknown as InsideState;
}

/** Most characters of a text in a URL; servers refuse long ones. */
const MOST_TEXT = 1000;

/** False for a text that no URL can hold. */
export const fitsAddress = ({ text: own, second }: Pick<InsideState, 'text' | 'second'>): boolean =>
  own.length + second.length <= MOST_TEXT;

/** The view, and what differs from the initial state; a text that is too long is left out, with its question. */
export function toAddress(whole: InsideState): URLSearchParams {
  const { view, model, sha, precision, head, kind } = whole;
  const state = fitsAddress(whole) ? whole : { ...INITIAL, view, model, sha, precision, head, kind };
  const written = NAMES.map((name) => {
    const [key, codec] = FIELDS[name] as unknown as readonly [string, Codec<unknown>];
    return [key, name, codec.write(state[name])] as const;
  });
  return new URLSearchParams(
    written
      .filter(([, name, value]) => name === 'view' || (value !== '' && state[name] !== INITIAL[name]))
      .map(([key, , value]) => [key, value]),
  );
}

/** The URL of a page that shows a state. What the page's own parameters say, as its language, stays. */
export function linkTo(state: InsideState, page: string): string {
  const url = new URL(page);
  const own = Object.values(FIELDS).map(([key]) => key);
  const others = [...url.searchParams].filter(([key]) => !own.includes(key));
  url.search = String(new URLSearchParams([...toAddress(state), ...others]));
  return url.href;
}
