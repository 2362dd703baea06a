// Codecs that convert each type of property to and from text.
import { ATTENTION_TYPES, type HeadRef } from '../engine/transformer/run.js';
import { LANGUAGES, languageOfTag, type Language } from '../locales/index.js';
import { MAX_ZOOM, NO_ZOOM, type Zoom } from '../view/zoom.js';
import { MATRIX_NAMES, type Cell } from '../view/scene.js';

/** Indices of a query token and a key token. */
export type Pair = readonly [number, number];

/** Target of an ablation: a token of the sentence, by its index, or a head. */
export type AblationTarget = number | HeadRef;

/** Converts a property's value to and from the text of an attribute or a URL; invalid text becomes null. */
export interface PropertyCodec<Value> {
  default: Value;
  /** Description of the accepted values, for error messages. */
  expected: string;
  write: (value: Value) => string;
  read: (text: string) => Value | null;
}

const anyOf = (names: readonly string[]): string => `one of ${names.join(', ')}`;

export const text = (initial: string): PropertyCodec<string> => ({
  default: initial,
  expected: 'text',
  write: (value) => value,
  read: (value) => value,
});

export const number = (initial: number, min: number, max: number, isInteger: boolean): PropertyCodec<number> => ({
  default: initial,
  expected: `a ${isInteger ? 'whole ' : ''}number from ${min} to ${max}`,
  write: (value) => String(isInteger ? value : Math.round(value * 1000) / 1000),
  read: (value) => {
    const parsed = value.trim() === '' ? Number.NaN : Number(value);
    return parsed >= min && parsed <= max && (!isInteger || Number.isInteger(parsed)) ? parsed : null;
  },
});

/** Codec of a property that is a number or one of the given names. */
export const numberOr = <Name extends string>(
  initial: number | Name,
  numbers: PropertyCodec<number>,
  names: readonly Name[],
): PropertyCodec<number | Name> => ({
  default: initial,
  expected: `${numbers.expected}, or ${anyOf(names)}`,
  write: String,
  read: (value) => names.find((each) => each === value) ?? numbers.read(value),
});

export const flag = (initial: boolean): PropertyCodec<boolean> => ({
  default: initial,
  expected: 'true or false, as text on or off',
  write: (value) => (value ? 'on' : 'off'),
  read: (value) => (value === 'on' || value === '' ? true : value === 'off' ? false : null),
});

export const oneOf = <Value extends string>(initial: Value, allowed: readonly Value[]): PropertyCodec<Value> => ({
  default: initial,
  expected: anyOf(allowed),
  write: (value) => value,
  read: (value) => allowed.find((each) => each === value) ?? null,
});

/**
 * Codec of the interface's language, or 'auto'. It accepts language tags with a region or a script (RFC 5646), such as
 * 'zh-Hans'.
 */
export const language = (): PropertyCodec<Language | 'auto'> => ({
  ...oneOf('auto', ['auto', ...LANGUAGES]),
  read: (value) => (value === 'auto' ? value : (languageOfTag(value) ?? null)),
});

/** Codec of a list of allowed names, separated by commas, or 'all' or 'none'. The value stays one string. */
export const listOf = (initial: string, allowed: readonly string[]): PropertyCodec<string> => ({
  default: initial,
  expected: `all, none, or some of ${allowed.join(', ')}, separated by commas`,
  write: (value) => value,
  read: (value) =>
    value === 'all' || value === 'none' || value.split(',').every((each) => allowed.includes(each.trim()))
      ? value
      : null,
});

const CELL = /^(\w+):(\d+):(\d+)$/;

export const cell = (): PropertyCodec<Cell | null> => ({
  default: null,
  expected: `a row and a column of a matrix, as text matrix:row:column; matrix is ${anyOf(MATRIX_NAMES)}`,
  write: (value) => (value ? `${value.matrix}:${value.row}:${value.column}` : ''),
  read: (value) => {
    const [, name, row, column] = CELL.exec(value) ?? [];
    const matrix = MATRIX_NAMES.find((each) => each === name);
    return matrix ? { matrix, row: Number(row), column: Number(column) } : null;
  },
});

/** Maximum number of items in a list: the number of token pairs in the longest text. */
const MAX_ITEMS = 512 ** 2;

/** Codec of a list of items, separated by commas. */
const list = <Item>(item: Omit<PropertyCodec<Item>, 'default'>): PropertyCodec<readonly Item[]> => ({
  default: [],
  expected: `an array of ${item.expected}, separated by commas, at most ${MAX_ITEMS}`,
  write: (value) => {
    // The length of the list is checked first, since writing a long sparse array would take minutes.
    if (!(value.length <= MAX_ITEMS)) throw new RangeError('too long');
    return value.map(item.write).join(',');
  },
  read: (value) => {
    if (value === '') return [];
    const items = value.split(',').map(item.read);
    return items.includes(null) ? null : (items as Item[]);
  },
});

const PAIR = /^(\d{1,4})\.(\d{1,4})$/;

export const pairs = (): PropertyCodec<readonly Pair[]> =>
  list({
    expected: 'pairs [query, key], as text query.key',
    write: ([query, key]) => `${query}.${key}`,
    read: (value) => {
      const [, query, key] = PAIR.exec(value) ?? [];
      return query === undefined ? null : [Number(query), Number(key)];
    },
  });

const HEAD = /^(\w+)\.(\d{1,2})\.(\d{1,2})$/;

const writeHead = ({ attention, layer, head }: HeadRef): string => `${attention}.${layer}.${head}`;

function readHead(value: string): HeadRef | null {
  const [, name, layer, head] = HEAD.exec(value) ?? [];
  const attention = ATTENTION_TYPES.find((each) => each === name);
  return attention ? { attention, layer: Number(layer), head: Number(head) } : null;
}

export const headRef = (): PropertyCodec<HeadRef | null> => ({
  default: null,
  expected: `a head, as text attention.layer.head; attention is ${anyOf(ATTENTION_TYPES)}`,
  write: (value) => (value ? writeHead(value) : ''),
  read: readHead,
});

export const ablationTargets = (): PropertyCodec<readonly AblationTarget[]> =>
  list({
    expected: `tokens and heads, as text token or attention.layer.head; attention is ${anyOf(ATTENTION_TYPES)}`,
    write: (value) => (typeof value === 'number' ? String(value) : writeHead(value)),
    read: (value) => (/^\d{1,4}$/.test(value) ? Number(value) : readHead(value)),
  });

/** Options by which the next token is sampled. */
export interface Sampling {
  /** Sampling temperature; 0 takes the most probable token. */
  temperature: number;
  /** Nucleus sampling: samples from the smallest set of most probable tokens whose probabilities sum to this. */
  topP: number;
  seed: number;
}

export const MAX_SAMPLING_TEMPERATURE = 2;
export const MAX_SEED = 9999;

export const sampling = (): PropertyCodec<Sampling> => {
  const temperature = number(0, 0, MAX_SAMPLING_TEMPERATURE, false);
  const [topP, seed] = [number(1, 0.01, 1, false), number(0, 0, MAX_SEED, true)];
  return {
    default: { temperature: temperature.default, topP: topP.default, seed: seed.default },
    expected: `temperature, ${temperature.expected}, topP, ${topP.expected}, and seed, ${seed.expected}, as text temperature:topP:seed`,
    write: (value) => [temperature.write(value.temperature), topP.write(value.topP), seed.write(value.seed)].join(':'),
    read: (value) => {
      const [a = '', b = '', c = '', ...more] = value.split(':');
      const read = { temperature: temperature.read(a), topP: topP.read(b), seed: seed.read(c) };
      return more.length > 0 || Object.values(read).includes(null) ? null : (read as Sampling);
    },
  };
};

export const zoom = (): PropertyCodec<Zoom> => {
  const within = (min: number, max: number) => number(min, min, max, false);
  const [factor, center] = [within(1, MAX_ZOOM), within(0, 1)];
  return {
    default: NO_ZOOM,
    expected: `factor, ${factor.expected}, x and y, each ${center.expected}, as text factor:x:y`,
    write: (value) => [factor.write(value.factor), center.write(value.x), center.write(value.y)].join(':'),
    read: (value) => {
      const [a = '', b = '', c = '', ...more] = value.split(':');
      const read = { factor: factor.read(a), x: center.read(b), y: center.read(c) };
      return more.length > 0 || Object.values(read).includes(null) ? null : (read as Zoom);
    },
  };
};
