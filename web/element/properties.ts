// What a reader or an author can set: one table for the element's attributes, its JavaScript properties, its state and
// the page's address.
import { LANGUAGES, type Language } from '../messages/index.js';
import { HEAD_ROLES, type HeadRole } from '../engine/model-config.js';
import { MATRIX_NAMES, type Cell } from '../view/scene.js';
import { HEAD_ORDERS, VIEW_NAMES, type HeadOrder, type ViewName } from '../view/views.js';
import { LARGEST_ZOOM, WHOLE, type Zoom } from '../view/zoom.js';
import { STAGE_NAMES, type StageName } from '../view/stages.js';
import { ATTENTION_KINDS, type AttentionKind, type HeadAddress } from '../engine/run.js';

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

/** A word that asks and one that answers. */
export type Pair = readonly [number, number];

/** A word of the sentence, or a head. */
export type Silenced = number | HeadAddress;

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

/** Items separated by commas. */
const list = <Item>(item: Pick<Property<Item>, 'write' | 'read'>): Property<readonly Item[]> => ({
  default: [],
  write: (value) => value.map(item.write).join(','),
  read: (value) => {
    if (value === '') return [];
    const items = value.split(',').map(item.read);
    return items.includes(null) ? null : (items as Item[]);
  },
});

const PAIR = /^(\d{1,4})\.(\d{1,4})$/;

const pairs = (): Property<readonly Pair[]> =>
  list({
    write: ([row, column]) => `${row}.${column}`,
    read: (value) => {
      const [, row, column] = PAIR.exec(value) ?? [];
      return row === undefined ? null : [Number(row), Number(column)];
    },
  });

const HEAD = /^(\w+)\.(\d{1,2})\.(\d{1,2})$/;

const silenced = (): Property<readonly Silenced[]> =>
  list({
    write: (value) => (typeof value === 'number' ? String(value) : `${value.kind}.${value.layer}.${value.head}`),
    read: (value) => {
      if (/^\d{1,4}$/.test(value)) return Number(value);
      const [, name, layer, head] = HEAD.exec(value) ?? [];
      const kind = ATTENTION_KINDS.find((each) => each === name);
      return kind ? { kind, layer: Number(layer), head: Number(head) } : null;
    },
  });

const zoom = (): Property<Zoom> => {
  const within = (least: number, most: number) => number(least, least, most, false);
  const [factor, place] = [within(1, LARGEST_ZOOM), within(0, 1)];
  return {
    default: WHOLE,
    write: (value) => [factor.write(value.factor), place.write(value.x), place.write(value.y)].join(':'),
    read: (value) => {
      const [a = '', b = '', c = '', ...more] = value.split(':');
      const read = { factor: factor.read(a), x: place.read(b), y: place.read(c) };
      return more.length > 0 || Object.values(read).includes(null) ? null : (read as Zoom);
    },
  };
};

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
  lang: oneOf('auto', ['auto', ...LANGUAGES]),
  theme: oneOf('auto', ['auto', 'light', 'dark']),
  chapter: text(''),
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
    const isDefault = written === writeProperty(name, PROPERTIES[name].default as never);
    // In the course the stage is always named: an address with a chapter alone opens it as it begins.
    if (!isDefault || (name === 'stage' && state.chapter !== '')) query.set(name, written);
  }
  return query.toString();
}

/** The properties that the query part of an address sets; what it says wrongly or of others is left out. */
export function fromQuery(query: string): Partial<State> {
  const given = new URLSearchParams(query);
  const read = PROPERTY_NAMES.map((name) => [name, given.has(name) ? readProperty(name, given.get(name)!) : null]);
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
