// Attention that was computed elsewhere: words and weights, looked at like those of a run.
import { describe, expectOptions, expectSize } from '../engine/checks.js';
import { HAN } from '../text/word-features.js';
import { allHeadsOf, MOST_WORDS, type AllHeads, type Look } from './looking.js';
import type { HeadPlace, Shape } from './head-place.js';
import type { AttentionKind, HeadTrace, LayerTrace } from '../engine/run.js';
import type { State } from './properties.js';
import type { Tensor } from '../engine/tensor.js';

/** What `element.data` takes. */
export interface GivenAttention {
  /** The words that ask. */
  tokens: readonly string[];
  /** The words that answer, where they are others. */
  keyTokens?: readonly string[];
  /** Weights, [layers][heads][queries][keys], as nested arrays or as a tensor. */
  attention: Tensor | readonly (readonly (readonly (readonly number[])[])[])[];
}

const NAMES = ['layers', 'heads', 'queries', 'keys'] as const;

/** The shape of nested arrays, and their numbers; the first array that is of another length is named. */
function flattened(value: unknown): Tensor {
  const shape: number[] = [];
  for (let inner = value; Array.isArray(inner) && shape.length < NAMES.length; inner = inner[0] as unknown) {
    shape.push(inner.length);
  }
  const data: number[] = [];
  const walk = (path: string, part: unknown, depth: number): void => {
    if (depth === NAMES.length) {
      if (typeof part !== 'number') throw new TypeError(`${path}: expected a number, got ${describe(part)}`);
      data.push(part);
      return;
    }
    if (!Array.isArray(part))
      throw new TypeError(`${path}: expected an array (${NAMES[depth]!}), got ${describe(part)}`);
    expectSize(`${path}.length`, part.length, shape[depth]!, `${NAMES[depth]!}, as in the first one`);
    part.forEach((each, index) => walk(`${path}[${index}]`, each, depth + 1));
  };
  walk('data.attention', value, 0);
  return { data: Float32Array.from(data), shape };
}

function words(name: string, value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.some((each) => typeof each !== 'string')) {
    throw new TypeError(`${name}: expected an array of texts, got ${describe(value)}`);
  }
  if (value.length === 0 || value.length > MOST_WORDS) {
    throw new RangeError(`${name}: expected 1 to ${MOST_WORDS} texts, got ${value.length}`);
  }
  return value as string[];
}

/** @throws TypeError or RangeError that names what is wrong */
function checked(value: unknown): { queries: readonly string[]; keys: readonly string[]; attention: Tensor } {
  const given = expectOptions('data', value, ['tokens', 'keyTokens', 'attention']);
  const queries = words('data.tokens', given['tokens']);
  const keys = given['keyTokens'] === undefined ? queries : words('data.keyTokens', given['keyTokens']);
  const nested = Array.isArray(given['attention']);
  const { data, shape } = nested ? flattened(given['attention']) : (given['attention'] as Tensor);
  if (!(data instanceof Float32Array) || !Array.isArray(shape) || shape.length !== NAMES.length) {
    throw new TypeError('data.attention: expected [layers][heads][queries][keys], as nested arrays or as a tensor');
  }
  expectSize('data.attention.shape[2]', shape[2] as number, queries.length, 'queries, as data.tokens');
  expectSize('data.attention.shape[3]', shape[3] as number, keys.length, 'keys, as data.keyTokens or data.tokens');
  expectSize(
    'data.attention.data.length',
    data.length,
    (shape as number[]).reduce((a, b) => a * b, 1),
    'its shape',
  );
  return { queries, keys, attention: { data, shape: shape as number[] } };
}

const tokensOf = (texts: readonly string[]) => texts.map((text) => ({ text, start: 0, end: 0 }));

/** Steps that nobody knows. */
const unknown = (rows: number): Tensor => ({ data: new Float32Array(0), shape: [rows, 0] });

export class GivenLooking implements Look {
  readonly run = null;
  readonly stepsKnown = false;
  readonly heads = [];
  readonly description = null;
  readonly before = null;
  readonly elsewhere = null;
  readonly allWords: number;
  readonly tokens: Look['tokens'];
  readonly #attention: Tensor;
  readonly #twoTexts: boolean;
  #layer = 0;
  #head = 0;
  #all: AllHeads | null = null;

  constructor(data: unknown) {
    const { queries, keys, attention } = checked(data);
    this.#attention = attention;
    this.#twoTexts = keys !== queries;
    this.allWords = queries.length;
    this.tokens = { asking: tokensOf(queries), answering: tokensOf(keys) };
  }

  look({ layer, head }: Pick<State, 'kind' | 'layer' | 'head'>): void {
    this.#layer = Math.min(layer, this.#layers - 1);
    this.#head = Math.min(typeof head === 'number' ? head : 0, this.shape.numHeads - 1);
  }

  get #kind(): AttentionKind {
    return this.#twoTexts ? 'cross' : 'self';
  }

  get #layers(): number {
    return this.#attention.shape[0]!;
  }

  get shape(): Shape {
    const layers = { self: 0, causal: 0, cross: 0, [this.#kind]: this.#layers };
    return { layers, numHeads: this.#attention.shape[1]! };
  }

  get place(): HeadPlace {
    return { kind: this.#kind, layer: this.#layer, head: this.#head };
  }

  get askingLanguage() {
    return HAN.test(this.tokens.asking.map(({ text }) => text).join('')) ? ('zh' as const) : ('en' as const);
  }

  /** The weights of a layer's heads, [heads, queries, keys]. */
  #ofLayer(layer: number): Tensor {
    const { data, shape } = this.#attention;
    const size = data.length / this.#layers;
    return { data: data.subarray(layer * size, (layer + 1) * size), shape: shape.slice(1) };
  }

  get layerTrace(): LayerTrace {
    const [queries, keys] = [this.tokens.asking.length, this.tokens.answering.length];
    return {
      queryInput: unknown(queries),
      keyInput: unknown(keys),
      weights: this.#ofLayer(this.#layer),
      head: () => this.trace,
      merged: unknown(queries),
      output: unknown(queries),
    };
  }

  get trace(): HeadTrace {
    const { data, shape } = this.#ofLayer(this.#layer);
    const [, queries, keys] = shape as [number, number, number];
    const size = queries * keys;
    const weights = { data: data.subarray(this.#head * size, (this.#head + 1) * size), shape: [queries, keys] };
    const [asks, answers] = [unknown(queries), unknown(keys)];
    return {
      ...{ query: asks, key: answers, value: answers, output: asks },
      ...{ scores: weights, scaled: weights, masked: weights, weights },
    };
  }

  descriptionOf(): null {
    return null;
  }

  rowOf({ row }: Pick<State, 'row'>): number {
    const last = this.tokens.asking.length - 1;
    return row >= 0 ? Math.min(row, last) : Math.floor(last * 0.7);
  }

  nextAfter(): null {
    return null;
  }

  get allHeads(): AllHeads {
    if (this.#all) return this.#all;
    const layers = Array.from({ length: this.#layers }, (_, layer) => this.#ofLayer(layer));
    this.#all = allHeadsOf(layers, !this.#twoTexts);
    return this.#all;
  }
}
