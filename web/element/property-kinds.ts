// The kinds of properties: how each is written as a text, read from one, and what it takes.
import { ATTENTION_KINDS, type HeadAddress } from '../engine/run.js';
import { LANGUAGES, type Language } from '../messages/index.js';
import { LARGEST_ZOOM, WHOLE, type Zoom } from '../view/zoom.js';
import { MATRIX_NAMES, type Cell } from '../view/scene.js';

/** A word that asks and one that answers. */
export type Pair = readonly [number, number];

/** A word of the sentence, or a head. */
export type Silenced = number | HeadAddress;

/** How a property is written in an attribute or an address, and read from one: null where it cannot be. */
export interface Property<Value> {
  default: Value;
  /** What it takes, in words. */
  expected: string;
  write: (value: Value) => string;
  read: (text: string) => Value | null;
}

const among = (names: readonly string[]): string => `one of ${names.join(', ')}`;

export const text = (initial: string): Property<string> => ({
  default: initial,
  expected: 'a text',
  write: (value) => value,
  read: (value) => value,
});

export const number = (initial: number, least: number, most: number, whole: boolean): Property<number> => ({
  default: initial,
  expected: `a ${whole ? 'whole ' : ''}number from ${least} to ${most}`,
  write: (value) => String(whole ? value : Math.round(value * 1000) / 1000),
  read: (value) => {
    const parsed = value.trim() === '' ? Number.NaN : Number(value);
    return parsed >= least && parsed <= most && (!whole || Number.isInteger(parsed)) ? parsed : null;
  },
});

/** A number, or one of some names. */
export const numberOr = <Name extends string>(
  initial: number | Name,
  numbers: Property<number>,
  names: readonly Name[],
): Property<number | Name> => ({
  default: initial,
  expected: `${numbers.expected}, or ${among(names)}`,
  write: String,
  read: (value) => names.find((each) => each === value) ?? numbers.read(value),
});

export const flag = (initial: boolean): Property<boolean> => ({
  default: initial,
  expected: 'true or false, as a text on or off',
  write: (value) => (value ? 'on' : 'off'),
  read: (value) => (value === 'on' || value === '' ? true : value === 'off' ? false : null),
});

export const oneOf = <Value extends string>(initial: Value, allowed: readonly Value[]): Property<Value> => ({
  default: initial,
  expected: among(allowed),
  write: (value) => value,
  read: (value) => allowed.find((each) => each === value) ?? null,
});

/** A language of ours, or 'auto'; a language tag says it too, with its region or script (RFC 5646): 'zh-Hans', 'en-US'. */
export const language = (): Property<Language | 'auto'> => ({
  ...oneOf('auto', ['auto', ...LANGUAGES]),
  read: (value) => {
    const [primary] = value.toLowerCase().split('-');
    return value === 'auto' ? value : (LANGUAGES.find((each) => each === primary) ?? null);
  },
});

/** Some of these, separated by commas. */
export const listOf = (initial: string, allowed: readonly string[]): Property<string> => ({
  default: initial,
  expected: `all, none, or some of ${allowed.join(', ')}, separated by commas`,
  write: (value) => value,
  read: (value) =>
    value === 'all' || value === 'none' || value.split(',').every((each) => allowed.includes(each.trim()))
      ? value
      : null,
});

const CELL = /^(\w+):(\d+):(\d+)$/;

export const cell = (): Property<Cell | null> => ({
  default: null,
  expected: `a row and a column of a matrix, as a text matrix:row:column; matrix is ${among(MATRIX_NAMES)}`,
  write: (value) => (value ? `${value.matrix}:${value.row}:${value.column}` : ''),
  read: (value) => {
    const [, name, row, column] = CELL.exec(value) ?? [];
    const matrix = MATRIX_NAMES.find((each) => each === name);
    return matrix ? { matrix, row: Number(row), column: Number(column) } : null;
  },
});

/** Items separated by commas. */
const list = <Item>(item: Omit<Property<Item>, 'default'>): Property<readonly Item[]> => ({
  default: [],
  expected: `an array of ${item.expected}, separated by commas`,
  write: (value) => value.map(item.write).join(','),
  read: (value) => {
    if (value === '') return [];
    const items = value.split(',').map(item.read);
    return items.includes(null) ? null : (items as Item[]);
  },
});

const PAIR = /^(\d{1,4})\.(\d{1,4})$/;

export const pairs = (): Property<readonly Pair[]> =>
  list({
    expected: 'pairs [asking word, answering word], as a text row.column',
    write: ([row, column]) => `${row}.${column}`,
    read: (value) => {
      const [, row, column] = PAIR.exec(value) ?? [];
      return row === undefined ? null : [Number(row), Number(column)];
    },
  });

const HEAD = /^(\w+)\.(\d{1,2})\.(\d{1,2})$/;

export const silenced = (): Property<readonly Silenced[]> =>
  list({
    expected: `words and heads, as a text word or kind.layer.head; kind is ${among(ATTENTION_KINDS)}`,
    write: (value) => (typeof value === 'number' ? String(value) : `${value.kind}.${value.layer}.${value.head}`),
    read: (value) => {
      if (/^\d{1,4}$/.test(value)) return Number(value);
      const [, name, layer, head] = HEAD.exec(value) ?? [];
      const kind = ATTENTION_KINDS.find((each) => each === name);
      return kind ? { kind, layer: Number(layer), head: Number(head) } : null;
    },
  });

export const zoom = (): Property<Zoom> => {
  const within = (least: number, most: number) => number(least, least, most, false);
  const [factor, place] = [within(1, LARGEST_ZOOM), within(0, 1)];
  return {
    default: WHOLE,
    expected: `factor, ${factor.expected}, x and y, each ${place.expected}, as a text factor:x:y`,
    write: (value) => [factor.write(value.factor), place.write(value.x), place.write(value.y)].join(':'),
    read: (value) => {
      const [a = '', b = '', c = '', ...more] = value.split(':');
      const read = { factor: factor.read(a), x: place.read(b), y: place.read(c) };
      return more.length > 0 || Object.values(read).includes(null) ? null : (read as Zoom);
    },
  };
};
