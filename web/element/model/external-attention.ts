// External attention: tokens and weights computed elsewhere, shown like those of a run.
import { describe, expectOptions, expectSize } from '../../engine/core/checks.js';
import { HAN } from '../../text/word-features.js';
import { allHeadsOf, MAX_TOKENS, type AllHeads, type AttentionSource } from './attention-source.js';
import type { Shape } from './head-selection.js';
import type { AttentionType, HeadRef, HeadTrace, LayerTrace } from '../../engine/model/run.js';
import type { State } from '../state/properties.js';
import type { Tensor } from '../../engine/core/tensor.js';

/** What `element.data` takes. */
export interface ExternalAttention {
  /** The query tokens. */
  tokens: readonly string[];
  /** The key tokens, if they are others. */
  keyTokens?: readonly string[];
  /** Weights, [layers][heads][queries][keys], as nested arrays or as a tensor. */
  attention: Tensor | readonly (readonly (readonly (readonly number[])[])[])[];
}

const NAMES = ['layers', 'heads', 'queries', 'keys'] as const;

/**
 * Nested arrays as a tensor.
 * @throws TypeError or RangeError that names the first array of another length
 */
function flatten(value: unknown): Tensor {
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

function checkTokens(name: string, value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.some((each) => typeof each !== 'string')) {
    throw new TypeError(`${name}: expected an array of texts, got ${describe(value)}`);
  }
  if (value.length === 0 || value.length > MAX_TOKENS) {
    throw new RangeError(`${name}: expected 1 to ${MAX_TOKENS} texts, got ${value.length}`);
  }
  return value as string[];
}

/** @throws TypeError or RangeError that names what is wrong */
function checkData(value: unknown): { queries: readonly string[]; keys: readonly string[]; attention: Tensor } {
  const given = expectOptions('data', value, ['tokens', 'keyTokens', 'attention']);
  const queries = checkTokens('data.tokens', given['tokens']);
  const keys = given['keyTokens'] === undefined ? queries : checkTokens('data.keyTokens', given['keyTokens']);
  const nested = Array.isArray(given['attention']);
  const { data, shape } = nested ? flatten(given['attention']) : (given['attention'] as Tensor);
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

/** A step that is not known. */
const unknown = (rows: number): Tensor => ({ data: new Float32Array(0), shape: [rows, 0] });

export class ExternalAttentionSource implements AttentionSource {
  readonly run = null;
  readonly stepsKnown = false;
  readonly heads = [];
  readonly description = null;
  readonly baseline = null;
  readonly mostAffectedHead = null;
  readonly tokenCount: number;
  readonly tokens: AttentionSource['tokens'];
  readonly #attention: Tensor;
  readonly #isCross: boolean;
  #layer = 0;
  #head = 0;
  #all: AllHeads | null = null;

  constructor(data: unknown) {
    const { queries, keys, attention } = checkData(data);
    this.#attention = attention;
    this.#isCross = keys !== queries;
    this.tokenCount = queries.length;
    this.tokens = { query: tokensOf(queries), key: tokensOf(keys) };
  }

  selectHead({ layer, head }: Pick<State, 'attention' | 'layer' | 'head'>): void {
    this.#layer = Math.min(layer, this.#layers - 1);
    this.#head = Math.min(typeof head === 'number' ? head : 0, this.shape.numHeads - 1);
  }

  get #attentionType(): AttentionType {
    return this.#isCross ? 'cross' : 'encoder';
  }

  get #layers(): number {
    return this.#attention.shape[0]!;
  }

  get shape(): Shape {
    const layers = { encoder: 0, decoder: 0, cross: 0, [this.#attentionType]: this.#layers };
    return { layers, numHeads: this.#attention.shape[1]! };
  }

  get headRef(): HeadRef {
    return { attention: this.#attentionType, layer: this.#layer, head: this.#head };
  }

  get queryLanguage() {
    return HAN.test(this.tokens.query.map(({ text }) => text).join('')) ? ('zh' as const) : ('en' as const);
  }

  /** The weights of a layer's heads, [heads, queries, keys]. */
  #layerWeights(layer: number): Tensor {
    const { data, shape } = this.#attention;
    const size = data.length / this.#layers;
    return { data: data.subarray(layer * size, (layer + 1) * size), shape: shape.slice(1) };
  }

  get layerTrace(): LayerTrace {
    const [queries, keys] = [this.tokens.query.length, this.tokens.key.length];
    return {
      queryInput: unknown(queries),
      keyInput: unknown(keys),
      weights: this.#layerWeights(this.#layer),
      head: () => this.trace,
      concat: unknown(queries),
      output: unknown(queries),
    };
  }

  get trace(): HeadTrace {
    const { data, shape } = this.#layerWeights(this.#layer);
    const [, queries, keys] = shape as [number, number, number];
    const size = queries * keys;
    const weights = { data: data.subarray(this.#head * size, (this.#head + 1) * size), shape: [queries, keys] };
    const [unknownQuery, unknownKey] = [unknown(queries), unknown(keys)];
    return {
      ...{ query: unknownQuery, key: unknownKey, value: unknownKey, output: unknownQuery },
      ...{ scores: weights, scaled: weights, masked: weights, weights },
    };
  }

  descriptionOf(): null {
    return null;
  }

  queryIndex({ query }: Pick<State, 'query'>): number {
    const last = this.tokens.query.length - 1;
    return query >= 0 ? Math.min(query, last) : Math.floor(last * 0.7);
  }

  nextTokenCandidates(): null {
    return null;
  }

  get allHeads(): AllHeads {
    if (this.#all) return this.#all;
    const layers = Array.from({ length: this.#layers }, (_, layer) => this.#layerWeights(layer));
    this.#all = allHeadsOf(layers, !this.#isCross);
    return this.#all;
  }
}
