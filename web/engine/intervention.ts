// What a reader changes in a run, checked, and as the options of the attentions that it changes.
import { describe, expectBoolean, expectNumber, expectOneOf, expectOptions, expectWholeNumber } from './checks.js';
import { ATTENTION_KINDS, type AttentionKind, type HeadAddress, type Intervention } from './run.js';
import type { Flags } from './attention-options.js';

const KNOWN: readonly (keyof Intervention)[] = [
  'causal',
  'scale',
  'temperature',
  'mask',
  'silenceWords',
  'padding',
  'silenceHeads',
];

/** The model and the text that are changed. */
interface Setting {
  words: number;
  headDim: number;
  numHeads: number;
  layers: Readonly<Record<AttentionKind, number>>;
}

/** The same as options of attentions. */
export interface Changes {
  causal: boolean;
  /** What the scores are multiplied by. */
  scale: number;
  /** What is blocked of the words' attention to each other, [1, 1, words, words]; null: nothing. */
  selfMask: Flags | null;
  /** What is blocked of the other text's attention to the words, [1, 1, 1, words]; null: nothing. */
  crossMask: Flags | null;
  silencedHeads: readonly HeadAddress[];
}

const arrayOf = <Item>(name: string, value: unknown, check: (name: string, item: unknown) => Item): Item[] => {
  if (!Array.isArray(value)) throw new TypeError(`${name}: expected an array, got ${describe(value)}`);
  return value.map((item, index) => check(`${name}[${index}]`, item));
};

/** @throws TypeError or RangeError that names what is wrong */
export function checkIntervention(value: unknown, { words, headDim, numHeads, layers }: Setting): Changes {
  const given = expectOptions('intervene', value, KNOWN);
  const wordAt = (name: string, item: unknown) => expectWholeNumber(name, item, 0, words - 1);
  const pairAt = (name: string, item: unknown): [number, number] => {
    if (!Array.isArray(item) || item.length !== 2) {
      throw new TypeError(`${name}: expected [query, key], got ${describe(item)}`);
    }
    return [wordAt(`${name}[0]`, item[0]), wordAt(`${name}[1]`, item[1])];
  };
  const headAt = (name: string, item: unknown): HeadAddress => {
    const address = expectOptions(name, item, ['kind', 'layer', 'head']);
    const kind = expectOneOf(`${name}.kind`, address['kind'], ATTENTION_KINDS);
    return {
      kind,
      layer: expectWholeNumber(`${name}.layer`, address['layer'], 0, layers[kind] - 1),
      head: expectWholeNumber(`${name}.head`, address['head'], 0, numHeads - 1),
    };
  };
  const temperature = expectNumber('intervene.temperature', given['temperature'] ?? 1);
  if (temperature <= 0) throw new RangeError(`intervene.temperature: expected more than 0, got ${temperature}`);
  const scaled = expectBoolean('intervene.scale', given['scale'] ?? true);
  const padding = expectWholeNumber('intervene.padding', given['padding'] ?? 0, 0, words - 1);
  const unheard = new Set([
    ...arrayOf('intervene.silenceWords', given['silenceWords'] ?? [], wordAt),
    ...Array.from({ length: padding }, (_, index) => words - 1 - index),
  ]);
  const pairs = arrayOf('intervene.mask', given['mask'] ?? [], pairAt);
  return {
    causal: expectBoolean('intervene.causal', given['causal'] ?? false),
    scale: (scaled ? 1 / Math.sqrt(headDim) : 1) / temperature,
    selfMask: unheard.size + pairs.length > 0 ? blockedPairs(words, unheard, pairs) : null,
    crossMask: unheard.size > 0 ? blockedWords(words, unheard) : null,
    silencedHeads: arrayOf('intervene.silenceHeads', given['silenceHeads'] ?? [], headAt),
  };
}

function blockedWords(words: number, unheard: ReadonlySet<number>): Flags {
  return { data: Uint8Array.from({ length: words }, (_, key) => Number(unheard.has(key))), shape: [1, 1, 1, words] };
}

function blockedPairs(words: number, unheard: ReadonlySet<number>, pairs: readonly [number, number][]): Flags {
  const data = Uint8Array.from({ length: words * words }, (_, pair) => Number(unheard.has(pair % words)));
  for (const [query, key] of pairs) data[query * words + key] = 1;
  return { data, shape: [1, 1, words, words] };
}
