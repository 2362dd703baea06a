// State of "Look inside" that the page's URL holds, by one table.
import { headRef } from '../element/property-codecs.js';
import { KEPT_PRECISIONS, type KeptPrecision } from '../engine/parameters/load-parameters.js';
import type { HeadRef } from '../engine/transformer/head-ref.js';
import { DIRECTIONS, PATCHED, type Direction, type PatchedActivation } from '../analysis/patched-activation.js';
import { isOfModel, readIntervention, writeIntervention, type Intervention } from './interventions.js';
import { NAMED_ROLES } from './views/heads/head-roles.js';
import { RECIPE_NAMES, type RecipeName } from './recipes.js';
import { VIEW_NAMES, VIEWS, type ViewName } from './views.js';

/** What takes the place of an output that is knocked out: its mean over the reading set, zeros, or the output for the second sentence. */
export const REPLACEMENTS = ['mean', 'zero', 'resample'] as const;
export type ReplacementKind = (typeof REPLACEMENTS)[number];

/** Parts of a score: of the score itself, or of what it has more than the mean over the keys. */
export const MEASURES = ['score', 'relative'] as const;
export type Measure = (typeof MEASURES)[number];

/** Orders of the heads: as they stand in the model, by the score that names them, by what they write directly, by their knock-out. */
export const SORTS = ['layer', 'role', 'direct', 'total'] as const;
export type Sort = (typeof SORTS)[number];

/** Heads that are shown: all, or those with one role. */
export const SHOWN_ROLES = ['all', ...NAMED_ROLES] as const;
export type ShownRole = (typeof SHOWN_ROLES)[number];

/** Positions of a query and a key. */
export type Pair = readonly [query: number, key: number];

/** A layer and a token of a sentence, from 0. */
export interface Place {
  readonly layer: number;
  readonly position: number;
}

/** An activation that is carried from one sentence into the other by hand. */
export interface Carry {
  readonly from: Place;
  /** Null: it is not put anywhere yet. */
  readonly to: Place | null;
}

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
  /** Interventions of the model, in the order in which they were made. */
  interventions: readonly Intervention[];
  /** Selected head; null: none. */
  head: HeadRef | null;
  kind: ReplacementKind;
  sort: Sort;
  role: ShownRole;
  /** Score that is taken apart; null: that of the question's position with the key that it attends to most. */
  pair: Pair | null;
  measure: Measure;
  /** Second text. */
  other: string;
  direction: Direction;
  activation: PatchedActivation;
  /** Null: no activation is carried. */
  carry: Carry | null;
  /** Percent of the strongest path that a path has at least to be shown. */
  threshold: number;
}

/** Text of a large model until the user types another one: its first layer is shown on it while the rest is read. */
export const FIRST_TEXT = 'The animal did not cross the street because it was too tired';

/** Begins a question of two names, which the storyteller answers with the one in question. */
export const STORY = 'Lily had a dog named Max. One day, Lily and';
/** The same with another name, of as many tokens. */
export const OTHER_STORY = 'Lily had a dog named Spot. One day, Lily and';

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
  interventions: [],
  head: null,
  kind: 'mean',
  sort: 'layer',
  role: 'all',
  pair: null,
  measure: 'score',
  other: '',
  direction: 'denoise',
  activation: 'residualPre',
  carry: null,
  threshold: 5,
};

type Codec<Value> = { read: (text: string) => Value; write: (value: Value) => string };

const oneOf = <Value extends string>(values: readonly Value[], initial: Value): Codec<Value> => ({
  read: (text) => values.find((each) => each === text) ?? initial,
  write: (value) => value,
});
/** A name of a view, or the one that it had in earlier links. */
const view: Codec<ViewName> = {
  read: (value) => VIEW_NAMES.find((name) => name === value || VIEWS[name].formerly === value) ?? INITIAL.view,
  write: (name) => name,
};
const text: Codec<string> = { read: (value) => value, write: (value) => value };
const hash: Codec<string> = {
  read: (value) => (/^[\da-f]{8,64}$/.test(value) ? value : ''),
  write: (value) => value,
};
const number: Codec<number | null> = {
  read: (value) => (/^\d{1,9}$/.test(value) ? Number(value) : null),
  write: (value) => (value === null ? '' : String(value)),
};
const percent: Codec<number> = {
  read: (value) => (/^(?:100|[1-9]\d?)$/.test(value) ? Number(value) : INITIAL.threshold),
  write: String,
};
const pair: Codec<Pair | null> = {
  read: (value) => {
    const [, query, key] = /^(\d{1,5})\.(\d{1,5})$/.exec(value) ?? [];
    return query === undefined ? null : [Number(query), Number(key)];
  },
  write: (value) => value?.join('.') ?? '',
};

/** Layer and position of where it is taken, and of where it is put. */
const carry: Codec<Carry | null> = {
  read: (value) => {
    if (!/^\d{1,4}\.\d{1,5}(?:\.\d{1,4}\.\d{1,5})?$/.test(value)) return null;
    const [layer, position, toLayer, toPosition] = value.split('.').map(Number) as [number, number, number?, number?];
    const to = toLayer === undefined ? null : { layer: toLayer, position: toPosition! };
    return { from: { layer, position }, to };
  },
  write: (value) => [value?.from, value?.to].flatMap((place) => (place ? [place.layer, place.position] : [])).join('.'),
};

/** Signs of an intervention need no escape in a URL, nor does the one between two. */
const interventions: Codec<readonly Intervention[]> = {
  read: (value) => value.split('_').flatMap((each) => readIntervention(each) ?? []),
  write: (value) => value.map(writeIntervention).join('_'),
};

/** Names in the URL, and those of earlier links; that of the view also says that this section is open. */
const FIELDS: {
  readonly [Name in keyof InsideState]: readonly [name: string, codec: Codec<InsideState[Name]>, earlier?: string];
} = {
  view: ['inside', view],
  model: ['model', text],
  sha: ['sha256', hash],
  precision: ['precision', oneOf(['', ...KEPT_PRECISIONS], INITIAL.precision)],
  text: ['text', text],
  second: ['second', text],
  recipe: ['recipe', oneOf(['', ...RECIPE_NAMES], INITIAL.recipe)],
  position: ['position', number],
  token: ['token', number],
  against: ['against', number],
  interventions: ['interventions', interventions, 'edits'],
  head: ['head', headRef()],
  kind: ['kind', oneOf(REPLACEMENTS, INITIAL.kind)],
  sort: ['sort', oneOf(SORTS, INITIAL.sort)],
  role: ['role', oneOf(SHOWN_ROLES, INITIAL.role)],
  pair: ['pair', pair],
  measure: ['measure', oneOf(MEASURES, INITIAL.measure)],
  other: ['other', text],
  direction: ['direction', oneOf(DIRECTIONS, INITIAL.direction)],
  activation: ['activation', oneOf(PATCHED, INITIAL.activation)],
  carry: ['carry', carry],
  threshold: ['threshold', percent],
};
const NAMES = Object.keys(FIELDS) as (keyof InsideState)[];

/** @returns null unless the URL opens this section */
export function fromAddress(search: string): InsideState | null {
  const given = new URLSearchParams(search);
  if (!given.has(FIELDS.view[0])) return null;
  const read = NAMES.map((name) => {
    const [key, codec, earlier = key] = FIELDS[name];
    const value = given.get(key) ?? given.get(earlier);
    return [name, value === null ? INITIAL[name] : codec.read(value)] as const;
  });
  return Object.fromEntries(read) as unknown as InsideState;
}

/** Most characters of a text in a URL; servers refuse long ones. */
const MOST_TEXT = 1000;

/** False for texts that no URL can hold. */
export const fitsAddress = ({ text: own, second, other }: Pick<InsideState, 'text' | 'second' | 'other'>): boolean =>
  own.length + second.length + other.length <= MOST_TEXT;

/** The view, and what differs from the initial state; texts that are too long are left out, with what is asked of them. */
export function toAddress(whole: InsideState): URLSearchParams {
  const ofTexts = {
    text: '',
    second: '',
    other: '',
    recipe: '',
    position: null,
    token: null,
    against: null,
    pair: null,
    carry: null,
  } as const;
  const state = fitsAddress(whole)
    ? whole
    : { ...whole, ...ofTexts, interventions: whole.interventions.filter(isOfModel) };
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
  const own: readonly string[] = Object.values(FIELDS).flatMap(([key, , earlier = key]) => [key, earlier]);
  const others = [...url.searchParams].filter(([key]) => !own.includes(key));
  url.search = String(new URLSearchParams([...toAddress(state), ...others]));
  return url.href;
}
