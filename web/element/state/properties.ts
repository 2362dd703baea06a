// Properties that a user or an author can set: one table for the element's attributes, its JavaScript properties, its state
// and the page's address.
import { ATTENTION_TYPES } from '../../engine/transformer/run.js';
import { describe } from '../../engine/core/checks.js';
import { DEFAULT_VIEW, VIEW_NAMES } from '../../view/views/index.js';
import { HEAD_ORDERS } from '../../view/head-order.js';
import { languageOf } from '../../locales/index.js';
import { MODEL_NAMES } from '../../view/model-names.js';
import { HEAD_ROLES } from '../../engine/transformer/model-config.js';
import { openingSentences } from '../../locales/opening.js';
import { SCOPES } from '../../view/scope.js';
import { STAGE_NAMES } from '../../view/stages.js';
import {
  hasInterventions,
  INTERVENTION_NAMES,
  INTERVENTIONS,
  noInterventions,
  type InterventionName,
  type Interventions,
} from '../interventions/index.js';
import {
  cell,
  flag,
  headRef,
  language,
  listOf,
  number,
  numberOr,
  oneOf,
  sampling,
  text,
  zoom,
  type PropertyCodec,
} from '../property-codecs.js';

/** The controls that the element can offer. */
export const CONTROLS = [
  'text',
  'model',
  'generate',
  'attention',
  'head',
  'view',
  'card',
  ...INTERVENTION_NAMES,
  'scope',
  'compare',
  'play',
  'scrub',
  'cell',
  'export',
] as const;
export type Control = (typeof CONTROLS)[number];

export const offers = (controls: string, control: Control): boolean =>
  controls === 'all' || controls.split(',').some((each) => each.trim() === control);

/** The properties of each feature. Those of the interventions, which belong to the experiments, are in their files. */
const FEATURES = {
  text: {
    /** The sentence. The default is in the language of the interface. */
    text: text(openingSentences('en')[0]),
  },
  model: {
    /** The model: the trained one, one with random weights, or the storyteller, which goes on with the text. */
    model: oneOf('default', MODEL_NAMES),
  },
  continuation: {
    /** Sampling of the storyteller's next token, written as 'temperature:topP:seed'; at temperature 0 it takes the most probable one. */
    sampling: sampling(),
  },
  head: {
    /** The attention type; 'auto': that of the head. */
    attention: oneOf('auto', ['auto', ...ATTENTION_TYPES]),
    /** The layer, from 0, where the head is a number. */
    layer: number(0, 0, 63, true),
    /** The head, from 0, or its role; 'auto': in the encoder, and in a model that goes on with the text, the one with most to see; otherwise a supervised one. */
    head: numberOr('auto', number(0, 0, 63, true), ['auto', ...HEAD_ROLES]),
  },
  experiments: {
    /** Scope of the interventions: the selected head, all heads of its layer, or every layer of the model. */
    scope: oneOf('head', SCOPES),
    /** True if the weights are shown as differences from the baseline, the run without interventions. */
    compare: flag(false),
  },
  view: {
    /** The view of the run. */
    view: oneOf(DEFAULT_VIEW, VIEW_NAMES),
    /** True if the views 'ledger' and 'steps' show the matrices of the head: X, W_Q, W_K, W_V, W_O and their products. */
    matrices: flag(false),
    /** The part of the matrix that the view 'matrix' shows, written as 'factor:x:y'. */
    zoom: zoom(),
    /** The order of the heads in the view 'heads'. */
    sort: oneOf('layer', HEAD_ORDERS),
    /** The head that the view 'heads' compares with the selected one, or null. The same head: with and without interventions. */
    pin: headRef(),
  },
  playback: {
    /** The stage of the animation; where the attention lacks it, the end of the one before is shown. */
    stage: oneOf('output', STAGE_NAMES),
    /** The progress of that stage, 0 … 1. */
    progress: number(1, 0, 1, false),
    /** The playback rate. */
    speed: number(1, 0.25, 4, false),
  },
  selection: {
    /** The index of the query token; −1: the one with most to see in the head. */
    query: number(-1, -1, 100_000, true),
    /** The pinned cell, written as 'matrix:row:column', or null. */
    cell: cell(),
  },
  appearance: {
    /** The language of the interface; 'auto': the page's, or else the browser's, if it is one of them, otherwise English. */
    lang: language(),
    /** The colors; 'auto': those of the page, light or dark. */
    theme: oneOf('auto', ['auto', 'light', 'dark']),
  },
  course: {
    /** The open chapter and step of the course, written as 'chapter.step'; '': none. */
    chapter: text(''),
  },
  controls: {
    /** The controls that the user gets, separated by commas; 'all' or 'none'. */
    controls: listOf('all', CONTROLS),
  },
};
type Features = typeof FEATURES;
export type FeatureName = keyof Features;

type ValuesOf<Codecs> = {
  -readonly [Name in keyof Codecs]: Codecs[Name] extends PropertyCodec<infer Value> ? Value : never;
};

/** The properties of one feature, as a part of the state. */
export type Slice<Name extends FeatureName> = ValuesOf<Features[Name]>;

/** All properties, which together reproduce a view. */
export interface State
  extends
    Slice<'text'>,
    Slice<'model'>,
    Slice<'continuation'>,
    Slice<'head'>,
    Slice<'experiments'>,
    Slice<'view'>,
    Slice<'playback'>,
    Slice<'selection'>,
    Slice<'appearance'>,
    Slice<'course'>,
    Slice<'controls'>,
    Interventions {}

/** The text form of a value; a type per form of text. */
type TextOf<Value> = Value extends boolean
  ? 'on' | 'off' | ''
  : Value extends number
    ? `${number}`
    : Value extends string
      ? Value
      : Value extends null
        ? never
        : string;

/** Input of a property: a value, its text, or null and undefined for the default. `lang` takes any language tag. */
export type PropertyInput<Name extends keyof State> =
  (Name extends 'lang' ? string : State[Name] | TextOf<State[Name]>) | null | undefined;

/** Inputs of the properties, as attributes of a template or a component. */
export type PropertyInputs = { [Name in keyof State]?: PropertyInput<Name> };

const interventionCodecs = Object.fromEntries(
  INTERVENTION_NAMES.map((name) => [name, INTERVENTIONS[name].codec]),
) as unknown as { readonly [Name in InterventionName]: PropertyCodec<Interventions[Name]> };

export const PROPERTIES: { readonly [Name in keyof State]: PropertyCodec<State[Name]> } = {
  ...(Object.assign({}, ...Object.values(FEATURES)) as {
    [Name in Exclude<keyof State, InterventionName>]: PropertyCodec<State[Name]>;
  }),
  ...interventionCodecs,
};

export const propertiesOf = (feature: FeatureName): readonly string[] => Object.keys(FEATURES[feature]);

export const PROPERTY_NAMES = Object.keys(PROPERTIES) as (keyof State)[];

/** The default of a property in an interface of a language. */
export const defaultOf = <Name extends keyof State>(name: Name, lang: State['lang']): State[Name] =>
  name === 'text' ? (openingSentences(languageOf(lang))[0] as State[Name]) : PROPERTIES[name].default;

/** Every property has its default. @param lang the language of the interface, which is not set */
export const initialState = (lang: State['lang'] = 'auto'): State =>
  Object.fromEntries(PROPERTY_NAMES.map((name) => [name, defaultOf(name, lang)])) as unknown as State;

/** A property as text. */
export function writeProperty<Name extends keyof State>(name: Name, value: State[Name]): string {
  return (PROPERTIES[name] as PropertyCodec<State[Name]>).write(value);
}

/**
 * The value of a property that an attribute sets as text, and a script or a framework as text or as a value of its type.
 * null and undefined mean the default.
 * @throws RangeError that names the property, what it expects and what it got
 */
export function acceptProperty<Name extends keyof State>(name: Name, value: unknown): State[Name] {
  const property = PROPERTIES[name] as PropertyCodec<State[Name]>;
  if (value === null || value === undefined || value === property.write(property.default)) return property.default;
  const read = typeof value === 'string' ? property.read(value) : roundTrip(property, value);
  if (read === null) throw new RangeError(`${name}: expected ${property.expected}, got ${describe(value)}`);
  return read;
}

/** The value, if it survives being written and read; otherwise null. */
function roundTrip<Value>(property: PropertyCodec<Value>, value: unknown): Value | null {
  try {
    const written: unknown = property.write(value as Value);
    const read = typeof written === 'string' ? property.read(written) : null;
    return read !== null && typeof read === typeof value ? (value as Value) : null;
  } catch {
    return null; // it lacks the parts that are written
  }
}

/** True if a property can be left out where a state is written: a text only where the language, too, is written. */
function isImplied(name: keyof State, state: State): boolean {
  if (name === 'text' && state.lang === 'auto') return false; // who opens the state may have another language
  return writeProperty(name, state[name]) === writeProperty(name, defaultOf(name, state.lang));
}

/** True if an address contains a property even when it has its default. */
function isAlwaysAddressed(name: keyof State, state: State): boolean {
  // An address with only a chapter opens the chapter in its initial state.
  if (name === 'stage') return state.chapter !== '';
  return name === 'scope' && hasInterventions(state); // see below
}

/** The state as the query part of an address, without properties that have their default. */
export function toQuery(state: State): string {
  const query = new URLSearchParams();
  for (const name of PROPERTY_NAMES) {
    if (!isImplied(name, state) || isAlwaysAddressed(name, state)) query.set(name, writeProperty(name, state[name]));
  }
  return query.toString();
}

/**
 * The properties that the query part of an address sets, without unknown names and invalid values. Interventions without a
 * scope are from the time when an address without one meant the whole model.
 */
export function fromQuery(query: string): Partial<State> {
  const given = new URLSearchParams(query);
  const read = PROPERTY_NAMES.map((name) => [name, given.has(name) ? PROPERTIES[name].read(given.get(name)!) : null]);
  const state = Object.fromEntries(read.filter(([, value]) => value !== null)) as Partial<State>;
  return hasInterventions({ ...noInterventions(), ...state }) ? { scope: 'model', ...state } : state;
}

/** The state as attributes of the element's tag, without properties that have their default. */
export function writeAttributes(state: State): string {
  const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return PROPERTY_NAMES.map((name) =>
    isImplied(name, state) ? '' : ` ${name}="${escaped(writeProperty(name, state[name]))}"`,
  ).join('');
}
