// What a reader or an author can set: one table for the element's attributes, its JavaScript properties, its state and
// the page's address.
import { ATTENTION_KINDS, type AttentionKind } from '../engine/run.js';
import { describe } from '../engine/checks.js';
import { HEAD_ORDERS, VIEW_NAMES, type HeadOrder, type ViewName } from '../view/views.js';
import { HEAD_ROLES, type HeadRole } from '../engine/model-config.js';
import { STAGE_NAMES, type StageName } from '../view/stages.js';
import {
  cell,
  flag,
  language,
  listOf,
  number,
  numberOr,
  oneOf,
  pairs,
  silenced,
  text,
  zoom,
  type Pair,
  type Property,
  type Silenced,
} from './property-kinds.js';
import type { Cell } from '../view/scene.js';
import type { Language } from '../messages/index.js';
import type { Zoom } from '../view/zoom.js';

/** The parts of the element that a reader may use. */
export const CONTROLS = [
  'text',
  'kind',
  'head',
  'view',
  'card',
  'causal',
  'scale',
  'temperature',
  'padding',
  'mask',
  'silence',
  'compare',
  'play',
  'scrub',
  'cell',
  'take',
] as const;
export type Control = (typeof CONTROLS)[number];

/** The models that can be shown. */
export const MODEL_NAMES = ['default', 'untrained'] as const;
export type ModelName = (typeof MODEL_NAMES)[number];

/** Everything that can be set, and so everything that is needed to open the same picture again. */
export interface State {
  /** The sentence. */
  text: string;
  /** Which model: the trained one, or one with random weights. */
  model: ModelName;
  /** Which attention is shown; 'auto': that of the head. */
  kind: AttentionKind | 'auto';
  /** Of which layer, from 0, where the head is a number. */
  layer: number;
  /** Which head is shown, from 0; or what it was trained to do; 'auto': the one that says most. */
  head: number | HeadRole | 'auto';
  /** Whether each word hears itself and the words before it only. */
  causal: boolean;
  /** Whether the scores are divided by √headDim. */
  scale: boolean;
  /** What the scores are divided by besides. */
  temperature: number;
  /** How many of the last words are padding, which nobody hears. */
  padding: number;
  /** Pairs [asking word, answering word] that are masked, written as 'row.column,…'. */
  mask: readonly Pair[];
  /** Words and heads that are silenced, written as 'word,…,kind.layer.head,…'. */
  silence: readonly Silenced[];
  /** Whether the weights are shown as what the changes above made of them, more or less. */
  compare: boolean;
  /** How the run is looked at. */
  view: ViewName;
  /** What part of the matrix is seen in the view 'matrix', written as 'factor:x:y'. */
  zoom: Zoom;
  /** In which order the heads are in the view 'heads'. */
  order: HeadOrder;
  /** Which stage of the animation is shown. */
  stage: StageName;
  /** How far into that stage, 0 … 1. */
  time: number;
  /** How fast it plays; 1: as it was made. */
  speed: number;
  /** The word that asks; −1: a word towards the end. */
  row: number;
  /** The cell that is kept, written as 'matrix:row:column', or null. */
  cell: Cell | null;
  lang: Language | 'auto';
  theme: 'light' | 'dark' | 'auto';
  /** Which beat of which chapter of the course is open, written as 'chapter.beat'; '': none. */
  chapter: string;
  /** What the reader may use, separated by commas; 'all' or 'none'. */
  controls: string;
}

export const PROPERTIES: { readonly [Name in keyof State]: Property<State[Name]> } = {
  text: text('The cat sat on the mat because it was tired'),
  model: oneOf('default', MODEL_NAMES),
  kind: oneOf('auto', ['auto', ...ATTENTION_KINDS]),
  layer: number(0, 0, 63, true),
  head: numberOr('auto', number(0, 0, 63, true), ['auto', ...HEAD_ROLES]),
  causal: flag(false),
  scale: flag(true),
  temperature: number(1, 0.05, 20, false),
  padding: number(0, 0, 1023, true),
  mask: pairs(),
  silence: silenced(),
  compare: flag(false),
  view: oneOf('spotlight', VIEW_NAMES),
  zoom: zoom(),
  order: oneOf('layer', HEAD_ORDERS),
  stage: oneOf('merge', STAGE_NAMES),
  time: number(1, 0, 1, false),
  speed: number(1, 0.25, 4, false),
  row: number(-1, -1, 100_000, true),
  cell: cell(),
  lang: language(),
  theme: oneOf('auto', ['auto', 'light', 'dark']),
  chapter: text(''),
  controls: listOf('all', CONTROLS),
};

export const PROPERTY_NAMES = Object.keys(PROPERTIES) as (keyof State)[];

export const initialState = (): State =>
  Object.fromEntries(PROPERTY_NAMES.map((name) => [name, PROPERTIES[name].default])) as unknown as State;

/** One property as a text. */
export function writeProperty<Name extends keyof State>(name: Name, value: State[Name]): string {
  return (PROPERTIES[name] as Property<State[Name]>).write(value);
}

/**
 * What a property is given: by an attribute a text, by a script (or a framework) a text as well or a value of its kind.
 * Nothing stands for the default, and so does what is written of the default.
 * @throws RangeError that names the property, what it takes and what came
 */
export function acceptProperty<Name extends keyof State>(name: Name, value: unknown): State[Name] {
  const property = PROPERTIES[name] as Property<State[Name]>;
  if (value === null || value === undefined || value === property.write(property.default)) return property.default;
  const read = typeof value === 'string' ? property.read(value) : readAgain(property, value);
  if (read === null) throw new RangeError(`${name}: expected ${property.expected}, got ${describe(value)}`);
  return read;
}

/** The value, if what is written of it reads as one of its type; otherwise null. */
function readAgain<Value>(property: Property<Value>, value: unknown): Value | null {
  try {
    const written: unknown = property.write(value as Value);
    const read = typeof written === 'string' ? property.read(written) : null;
    return read !== null && typeof read === typeof value ? (value as Value) : null;
  } catch {
    return null; // it has not even the parts that are written
  }
}

/** The state as the query part of an address; what has its default is left out. */
export function toQuery(state: State): string {
  const query = new URLSearchParams();
  for (const name of PROPERTY_NAMES) {
    const written = writeProperty(name, state[name]);
    const isDefault = written === writeProperty(name, PROPERTIES[name].default as never);
    // In the course the stage is always named: an address with a chapter alone opens it as it begins.
    if (!isDefault || (name === 'stage' && state.chapter !== '')) query.set(name, written);
  }
  return query.toString();
}

/** The properties that the query part of an address sets; what it says wrongly or of others is left out. */
export function fromQuery(query: string): Partial<State> {
  const given = new URLSearchParams(query);
  const read = PROPERTY_NAMES.map((name) => [name, given.has(name) ? PROPERTIES[name].read(given.get(name)!) : null]);
  return Object.fromEntries(read.filter(([, value]) => value !== null)) as Partial<State>;
}

/** The state as attributes of the element's tag; what has its default is left out. */
export function writeAttributes(state: State): string {
  const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return PROPERTY_NAMES.map((name) => {
    const written = writeProperty(name, state[name]);
    const isDefault = written === writeProperty(name, PROPERTIES[name].default as never);
    return isDefault ? '' : ` ${name}="${escaped(written)}"`;
  }).join('');
}
