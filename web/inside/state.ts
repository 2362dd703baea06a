// State of “Look inside”, and its translation to URL parameters.
import { headRef } from '../element/property-codecs.js';
import { KEPT_PRECISIONS, type KeptPrecision } from '../engine/parameters/load-parameters.js';
import type { HeadRef } from '../engine/transformer/head-ref.js';
import { DIRECTIONS, PATCHED, type Direction, type PatchedActivation } from '../analysis/patched-activation.js';
import { isOfModel, readIntervention, writeIntervention, type Intervention } from './interventions.js';
import { NAMED_ROLES } from './views/heads/head-roles.js';
import { RECIPE_NAMES, type RecipeName } from './recipes.js';
import { VIEW_NAMES, VIEWS, type ViewName } from './views.js';

/**
 * Kinds of replacement for the output of a knocked-out head or feed-forward layer: its mean over the project's
 * sentences, zeros, or its output for the second sentence.
 */
export const REPLACEMENTS = ['mean', 'zero', 'resample'] as const;
export type ReplacementKind = (typeof REPLACEMENTS)[number];

/**
 * Quantities that the view `score` can decompose: the attention score, or its difference from the mean score over the
 * keys.
 */
export const MEASURES = ['score', 'relative'] as const;
export type Measure = (typeof MEASURES)[number];

/**
 * Sort orders of the heads in the view `heads`: as in the model, by the score of a role, by direct effect, or by total
 * effect.
 */
export const SORTS = ['layer', 'role', 'direct', 'total'] as const;
export type Sort = (typeof SORTS)[number];

/** Filters of the heads in the view `heads`: all of them, or those with one role. */
export const SHOWN_ROLES = ['all', ...NAMED_ROLES] as const;
export type ShownRole = (typeof SHOWN_ROLES)[number];

export type Pair = readonly [query: number, key: number];

/** Place of an activation in a model: a layer, and the position of a token, both from 0. */
export interface Place {
  readonly layer: number;
  readonly position: number;
}

/** An activation that the user moves from one sentence into the other in the view `patching`. */
export interface Carry {
  readonly from: Place;
  /** Place that receives the activation; null until the user has chosen it. */
  readonly to: Place | null;
}

export interface InsideState {
  view: ViewName;
  /**
   * Name of the model: 'stories' for the page's story model, a web address, or the name of a user's own model, whose
   * files have to be opened; '' if there is no model.
   */
  model: string;
  /** First digits of the SHA-256 of the user's own weight file; '' if it is unknown. */
  sha: string;
  /**
   * Precision of the weights that the user has chosen; '' for the default, the one stored in the file or else the
   * highest that fits into memory.
   */
  precision: KeptPrecision | '';
  text: string;
  /**
   * For an encoder-decoder, the target of its decoder, '' if the model generates it; for BERT, the second sentence, ''
   * if there is none.
   */
  second: string;
  /** Recipe (a well-known question) that provides the text and the default question; '' if there is none. */
  recipe: RecipeName | '';
  /** Position of the token that the question is about; null for the default. */
  position: number | null;
  token: number | null;
  against: number | null;
  /** Active interventions, in the order in which the user has added them. */
  interventions: readonly Intervention[];
  head: HeadRef | null;
  kind: ReplacementKind;
  sort: Sort;
  role: ShownRole;
  /**
   * Positions of the query and the key whose score is decomposed; null for the question's position and the key with the
   * largest weight.
   */
  pair: Pair | null;
  measure: Measure;
  /** Second sentence in the view `patching`, and for knock-outs of the kind `resample`; '' if there is none. */
  other: string;
  direction: Direction;
  activation: PatchedActivation;
  /** Activation that the user moves between the sentences; null if there is none. */
  carry: Carry | null;
  /** Minimum magnitude of the paths that the view `paths` displays, in percent of the strongest path. */
  threshold: number;
}

/** Default text while only the first layer of a large model can be shown. */
export const FIRST_TEXT = 'The animal did not cross the street because it was too tired';

/** Default text for the page's story model. Two names occur in it. */
export const STORY = 'Lily had a dog named Max. One day, Lily and';
/** Default second sentence for the story model: its default text with another name, which has as many tokens. */
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
/** Codec of the view's name. It also reads the view's former name. */
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

/** Codec of a moved activation: layer and position of its source, then those of its target. */
const carry: Codec<Carry | null> = {
  read: (value) => {
    if (!/^\d{1,4}\.\d{1,5}(?:\.\d{1,4}\.\d{1,5})?$/.test(value)) return null;
    const [layer, position, toLayer, toPosition] = value.split('.').map(Number) as [number, number, number?, number?];
    const to = toLayer === undefined ? null : { layer: toLayer, position: toPosition! };
    return { from: { layer, position }, to };
  },
  write: (value) => [value?.from, value?.to].flatMap((place) => (place ? [place.layer, place.position] : [])).join('.'),
};

/** Codec of the interventions, whose text contains only characters that need not be escaped in a URL. */
const interventions: Codec<readonly Intervention[]> = {
  read: (value) => value.split('_').flatMap((each) => readIntervention(each) ?? []),
  write: (value) => value.map(writeIntervention).join('_'),
};

/**
 * URL parameter of each field of the state: its name, its codec, and its name in earlier links. The parameter of the
 * view also opens the section “Look inside”.
 */
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

/**
 * Reads the state from a URL.
 * @returns null if the URL does not open “Look inside”
 */
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

/** Maximum total length, in characters, of the texts in a URL, since servers reject long URLs. */
const MOST_TEXT = 1000;

/** True if the texts of a state are short enough for a URL. */
export const fitsAddress = ({ text: own, second, other }: Pick<InsideState, 'text' | 'second' | 'other'>): boolean =>
  own.length + second.length + other.length <= MOST_TEXT;

/**
 * URL parameters of a state: the view, and all fields that differ from the initial state. Texts that are too long are
 * left out, together with the question about them.
 */
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

/** URL of the page that opens a state of “Look inside”. The page's own parameters, such as the language, are kept. */
export function linkTo(state: InsideState, page: string): string {
  const url = new URL(page);
  const own: readonly string[] = Object.values(FIELDS).flatMap(([key, , earlier = key]) => [key, earlier]);
  const others = [...url.searchParams].filter(([key]) => !own.includes(key));
  url.search = String(new URLSearchParams([...toAddress(state), ...others]));
  return url.href;
}
