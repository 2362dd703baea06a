// Properties that a user or an author can set. This table defines the element's attributes, its JavaScript properties,
// its state and the URL of the page.
import { ATTENTION_TYPES } from '../../engine/transformer/run.js';
import { describe } from '../../engine/core/checks.js';
import { DEFAULT_VIEW, VIEW_NAMES } from '../../view/views/index.js';
import { HEAD_ORDERS } from '../../view/head-order.js';
import { languageOf } from '../../locales/index.js';
import { MODEL_NAMES } from '../../view/model-names.js';
import { HEAD_ROLES } from '../../engine/transformer/model-config.js';
import { openingSentences } from '../../locales/opening-sentences.js';
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

/**
 * The properties of each feature with their codecs. The properties of the interventions are defined in the
 * interventions' own files.
 */
const FEATURES = {
  text: {
    /** The text, such as a sentence. Its default is in the language of the interface. */
    text: text(openingSentences('en')[0]),
  },
  model: {
    /** The model: the trained translation model, an untrained model, or the story model, which continues the text. */
    model: oneOf('default', MODEL_NAMES),
  },
  continuation: {
    /**
     * How the story model samples the next token, written as 'temperature:topP:seed'; temperature 0 takes the most
     * probable token.
     */
    sampling: sampling(),
  },
  head: {
    /** The attention type of the selected head; 'auto': the one to which the head in `head` belongs. */
    attention: oneOf('auto', ['auto', ...ATTENTION_TYPES]),
    /** The layer of the selected head, counted from 0; used if `head` is a number. */
    layer: number(0, 0, 63, true),
    /**
     * The selected head: its number in the layer, counted from 0, or its role; 'auto': the most distinctive head, in an
     * encoder and in a model that continues the text; otherwise a supervised head.
     */
    head: numberOr('auto', number(0, 0, 63, true), ['auto', ...HEAD_ROLES]),
  },
  experiments: {
    /** Scope of the interventions: the selected head, all heads of its layer, or every layer of the model. */
    scope: oneOf('head', SCOPES),
    /** True if the weights are shown as differences from the baseline, the run without interventions. */
    compare: flag(false),
  },
  view: {
    /** The view: the way in which the attention is shown. */
    view: oneOf(DEFAULT_VIEW, VIEW_NAMES),
    /** True if the views 'ledger' and 'steps' show the matrices of the head: X, W_Q, W_K, W_V, W_O and their products. */
    matrices: flag(false),
    /** The part of the matrix that the view 'matrix' shows, written as 'factor:x:y'. */
    zoom: zoom(),
    /** The order of the heads in the view 'heads'. */
    sort: oneOf('layer', HEAD_ORDERS),
    /**
     * The head that the view 'heads' compares with the selected head, or null. If both are the same head, it is
     * compared with and without interventions.
     */
    pin: headRef(),
  },
  playback: {
    /**
     * The stage of the animation. If the attention does not have this stage, the end of the previous stage is shown.
     */
    stage: oneOf('output', STAGE_NAMES),
    /** The progress of the animation within its stage, from 0 to 1. */
    progress: number(1, 0, 1, false),
    /** The playback rate of the animation; 1 is the normal rate. */
    speed: number(1, 0.25, 4, false),
  },
  selection: {
    /** The index of the selected query token; −1: the most distinctive query token of the head. */
    query: number(-1, -1, 100_000, true),
    /** The pinned cell of a matrix, written as 'matrix:row:column', or null. */
    cell: cell(),
  },
  appearance: {
    /**
     * The language of the interface; 'auto': the language of the page, or else of the browser, if the interface has it;
     * otherwise English.
     */
    lang: language(),
    /** The colors; 'auto': light or dark, as on the page. */
    theme: oneOf('auto', ['auto', 'light', 'dark']),
  },
  course: {
    /** The open chapter and step of the course, written as 'chapter.step'; '': none. */
    chapter: text(''),
  },
  controls: {
    /** The controls that are available to the user, separated by commas; 'all' or 'none'. */
    controls: listOf('all', CONTROLS),
  },
};
type Features = typeof FEATURES;
export type FeatureName = keyof Features;

type ValuesOf<Codecs> = {
  -readonly [Name in keyof Codecs]: Codecs[Name] extends PropertyCodec<infer Value> ? Value : never;
};

/** Type of the values of the properties that belong to one feature. */
export type Slice<Name extends FeatureName> = ValuesOf<Features[Name]>;

/** Values of all properties. Together they reproduce what the element shows. */
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

/** Type of the text that an attribute can contain for a value. */
type TextOf<Value> = Value extends boolean
  ? 'on' | 'off' | ''
  : Value extends number
    ? `${number}`
    : Value extends string
      ? Value
      : Value extends null
        ? never
        : string;

/**
 * Value that a property accepts: a value of its own type, the text of an attribute, or null and undefined for the
 * default. `lang` accepts any language tag.
 */
export type PropertyInput<Name extends keyof State> =
  (Name extends 'lang' ? string : State[Name] | TextOf<State[Name]>) | null | undefined;

/** Values of some properties, as a template or a component sets them. */
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

/** A property's default, which may depend on the language of the interface. */
export const defaultOf = <Name extends keyof State>(name: Name, lang: State['lang']): State[Name] =>
  name === 'text' ? (openingSentences(languageOf(lang))[0] as State[Name]) : PROPERTIES[name].default;

/**
 * State in which every property has its default.
 * @param lang language of the interface, which the state does not set
 */
export const initialState = (lang: State['lang'] = 'auto'): State =>
  Object.fromEntries(PROPERTY_NAMES.map((name) => [name, defaultOf(name, lang)])) as unknown as State;

export function writeProperty<Name extends keyof State>(name: Name, value: State[Name]): string {
  return (PROPERTIES[name] as PropertyCodec<State[Name]>).write(value);
}

/**
 * Checks the value of a property. An attribute sets it as text; a script or a framework, as text or as a value of its
 * type. null and undefined mean the default.
 * @throws RangeError that names the property, the accepted values and the given value
 */
export function acceptProperty<Name extends keyof State>(name: Name, value: unknown): State[Name] {
  const property = PROPERTIES[name] as PropertyCodec<State[Name]>;
  if (value === null || value === undefined || value === property.write(property.default)) return property.default;
  const read = typeof value === 'string' ? property.read(value) : roundTrip(property, value);
  if (read === null) throw new RangeError(`${name}: expected ${property.expected}, got ${describe(value)}`);
  return read;
}

/** Returns the value if it stays valid when it is written as text and read again; otherwise null. */
function roundTrip<Value>(property: PropertyCodec<Value>, value: unknown): Value | null {
  try {
    const written: unknown = property.write(value as Value);
    const read = typeof written === 'string' ? property.read(written) : null;
    return read !== null && typeof read === typeof value ? (value as Value) : null;
  } catch {
    return null; // the value lacks parts that its text form contains
  }
}

/**
 * True if the written state can leave out a property, because its value is the default. The text can be left out only
 * if the language is written.
 */
function isImplied(name: keyof State, state: State): boolean {
  // The default text depends on the interface's language, which may differ for the user who opens the URL.
  if (name === 'text' && state.lang === 'auto') return false;
  return writeProperty(name, state[name]) === writeProperty(name, defaultOf(name, state.lang));
}

/** True if a written state contains a property even if its value is the default. */
function isAlwaysAddressed(name: keyof State, state: State): boolean {
  // A URL with a chapter but without a stage opens the chapter in its initial state.
  if (name === 'stage') return state.chapter !== '';
  return name === 'scope' && hasInterventions(state); // `fromQuery` gives a missing scope another meaning
}

/** Writes a state as the query of a URL, without the properties that have their default values. */
export function toQuery(state: State): string {
  const query = new URLSearchParams();
  for (const name of PROPERTY_NAMES) {
    if (!isImplied(name, state) || isAlwaysAddressed(name, state)) query.set(name, writeProperty(name, state[name]));
  }
  return query.toString();
}

/**
 * Reads the properties that the query of a URL sets; unknown names and invalid values are left out. In old URLs,
 * interventions without a scope apply to the whole model.
 */
export function fromQuery(query: string): Partial<State> {
  const given = new URLSearchParams(query);
  const read = PROPERTY_NAMES.map((name) => [name, given.has(name) ? PROPERTIES[name].read(given.get(name)!) : null]);
  const state = Object.fromEntries(read.filter(([, value]) => value !== null)) as Partial<State>;
  return hasInterventions({ ...noInterventions(), ...state }) ? { scope: 'model', ...state } : state;
}

/** Writes a state as attributes of the element, without the properties that have their default values. */
export function writeAttributes(state: State): string {
  const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return PROPERTY_NAMES.map((name) =>
    isImplied(name, state) ? '' : ` ${name}="${escaped(writeProperty(name, state[name]))}"`,
  ).join('');
}
