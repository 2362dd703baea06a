// What a reader or an author can set: one table for the element's attributes, its JavaScript properties, its state and
// the page's address.
import { LANGUAGES, type Language } from '../messages/index.js';
import { HEAD_ROLES, type HeadRole } from '../engine/model-config.js';
import { MATRIX_NAMES, type Cell } from '../view/scene.js';
import { STAGE_NAMES, type StageName } from '../view/stages.js';
import { ATTENTION_KINDS, type AttentionKind } from '../engine/run.js';

/** The parts of the element that a reader may use. */
export const CONTROLS = ['text', 'kind', 'head', 'card', 'causal', 'scale', 'play', 'scrub', 'cell'] as const;
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
  /** Which stage of the animation is shown. */
  stage: StageName;
  /** How far into that stage, 0 … 1. */
  time: number;
  /** The word that asks; −1: a word towards the end. */
  row: number;
  /** The cell that is kept, written as 'matrix:row:column', or null. */
  cell: Cell | null;
  lang: Language | 'auto';
  theme: 'light' | 'dark' | 'auto';
  /** What the reader may use, separated by commas; 'all' or 'none'. */
  controls: string;
}

/** How a property is written in an attribute or an address, and read from one: null where it cannot be. */
export interface Property<Value> {
  default: Value;
  write: (value: Value) => string;
  read: (text: string) => Value | null;
}

const text = (initial: string): Property<string> => ({
  default: initial,
  write: (value) => value,
  read: (value) => value,
});

const number = (initial: number, least: number, most: number, whole: boolean): Property<number> => ({
  default: initial,
  write: (value) => String(whole ? value : Math.round(value * 1000) / 1000),
  read: (value) => {
    const parsed = value.trim() === '' ? Number.NaN : Number(value);
    return parsed >= least && parsed <= most && (!whole || Number.isInteger(parsed)) ? parsed : null;
  },
});

/** A number, or one of some names. */
const numberOr = <Name extends string>(
  initial: number | Name,
  numbers: Property<number>,
  names: readonly Name[],
): Property<number | Name> => ({
  default: initial,
  write: String,
  read: (value) => names.find((each) => each === value) ?? numbers.read(value),
});

const flag = (initial: boolean): Property<boolean> => ({
  default: initial,
  write: (value) => (value ? 'on' : 'off'),
  read: (value) => (value === 'on' || value === '' ? true : value === 'off' ? false : null),
});

const oneOf = <Value extends string>(initial: Value, allowed: readonly Value[]): Property<Value> => ({
  default: initial,
  write: (value) => value,
  read: (value) => allowed.find((each) => each === value) ?? null,
});

const listOf = (initial: string, allowed: readonly string[]): Property<string> => ({
  default: initial,
  write: (value) => value,
  read: (value) =>
    value === 'all' || value === 'none' || value.split(',').every((each) => allowed.includes(each.trim()))
      ? value
      : null,
});

const CELL = /^(\w+):(\d+):(\d+)$/;

const cell = (): Property<Cell | null> => ({
  default: null,
  write: (value) => (value ? `${value.matrix}:${value.row}:${value.column}` : ''),
  read: (value) => {
    const [, name, row, column] = CELL.exec(value) ?? [];
    const matrix = MATRIX_NAMES.find((each) => each === name);
    return matrix ? { matrix, row: Number(row), column: Number(column) } : null;
  },
});

export const PROPERTIES: { readonly [Name in keyof State]: Property<State[Name]> } = {
  text: text('The cat sat on the mat because it was tired'),
  model: oneOf('default', MODEL_NAMES),
  kind: oneOf('auto', ['auto', ...ATTENTION_KINDS]),
  layer: number(0, 0, 63, true),
  head: numberOr('auto', number(0, 0, 63, true), ['auto', ...HEAD_ROLES]),
  causal: flag(false),
  scale: flag(true),
  stage: oneOf('merge', STAGE_NAMES),
  time: number(1, 0, 1, false),
  row: number(-1, -1, 100_000, true),
  cell: cell(),
  lang: oneOf('auto', ['auto', ...LANGUAGES]),
  theme: oneOf('auto', ['auto', 'light', 'dark']),
  controls: listOf('all', CONTROLS),
};

export const PROPERTY_NAMES = Object.keys(PROPERTIES) as (keyof State)[];

export const initialState = (): State =>
  Object.fromEntries(PROPERTY_NAMES.map((name) => [name, PROPERTIES[name].default])) as unknown as State;

/** One property from a text, or null where the text is not one of its values. */
export function readProperty<Name extends keyof State>(name: Name, value: string): State[Name] | null {
  return PROPERTIES[name].read(value);
}

/** One property as a text. */
export function writeProperty<Name extends keyof State>(name: Name, value: State[Name]): string {
  return (PROPERTIES[name] as Property<State[Name]>).write(value);
}

/** The state as the query part of an address; what has its default is left out. */
export function toQuery(state: State): string {
  const query = new URLSearchParams();
  for (const name of PROPERTY_NAMES) {
    const written = writeProperty(name, state[name]);
    if (written !== writeProperty(name, PROPERTIES[name].default as never)) query.set(name, written);
  }
  return query.toString();
}

/** The properties that the query part of an address sets; what it says wrongly or of others is left out. */
export function fromQuery(query: string): Partial<State> {
  const given = new URLSearchParams(query);
  const read = PROPERTY_NAMES.map((name) => [name, given.has(name) ? readProperty(name, given.get(name)!) : null]);
  return Object.fromEntries(read.filter(([, value]) => value !== null)) as Partial<State>;
}
