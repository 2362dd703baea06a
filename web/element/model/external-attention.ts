// External attention: tokens and weights computed elsewhere, shown like those of a run.
import { describe, expectOptions, expectSize } from '../../engine/core/checks.js';
import { AllHeads } from './all-heads.js';
import { MAX_TOKENS, type AttentionSource } from './attention-source.js';
import type { Shape } from './head-selection.js';
import type { AttentionType, HeadRef } from '../../engine/transformer/run.js';
import type { State } from '../state/properties.js';
import { checkTensor, copyOf, elementAt, type Tensor } from '../../engine/core/tensor.js';

/** What `element.data` takes. */
export interface ExternalAttention {
  /** The query tokens. */
  tokens: readonly string[];
  /** The key tokens, if they are others. */
  keyTokens?: readonly string[];
  /** Weights, each from 0 to 1, [layers][heads][queries][keys], as nested arrays or as a tensor. */
  attention: Tensor | readonly (readonly (readonly (readonly number[])[])[])[];
}

const DIMENSIONS = ['layers', 'heads', 'queries', 'keys'] as const;

/** How far a row that was computed elsewhere, in bfloat16, may be from a sum of 1. As in python/attention_spotlight/_weights.py. */
const ROUNDING = 1e-2;

/**
 * Nested arrays as a tensor.
 * @throws TypeError or RangeError that names the first array of another length
 */
function flatten(value: unknown): Tensor {
  const shape: number[] = [];
  for (let inner = value; Array.isArray(inner) && shape.length < DIMENSIONS.length; inner = inner[0] as unknown) {
    shape.push(inner.length);
  }
  const data: number[] = [];
  const walk = (path: string, part: unknown, depth: number): void => {
    if (depth === DIMENSIONS.length) {
      if (typeof part !== 'number') throw new TypeError(`${path}: expected a number, got ${describe(part)}`);
      data.push(part);
      return;
    }
    const name = DIMENSIONS[depth]!;
    if (!Array.isArray(part)) throw new TypeError(`${path}: expected an array (${name}), got ${describe(part)}`);
    if (part.length === 0) throw new RangeError(`${path}.length: expected at least 1 (${name}), got 0`);
    expectSize(`${path}.length`, part.length, shape[depth]!, `${name}, as in the first one`);
    // Not forEach, which passes over the holes of a sparse array.
    for (let index = 0; index < part.length; index++) walk(`${path}[${index}]`, part[index], depth + 1);
  };
  walk('data.attention', value, 0);
  return { data: Float32Array.from(data), shape };
}

/** @throws RangeError that names the first number that is no weight, or the first row whose sum is not 1 */
function expectWeights({ data, shape }: Tensor): void {
  const wrong = data.findIndex((weight) => !(weight >= 0 && weight <= 1 + ROUNDING));
  if (wrong >= 0) {
    const name = elementAt('data.attention', shape, wrong);
    throw new RangeError(`${name}: expected a weight from 0 to 1, got ${data[wrong]!}`);
  }
  const keys = shape.at(-1)!;
  for (let row = 0; row * keys < data.length; row++) {
    const sum = data.subarray(row * keys, (row + 1) * keys).reduce((total, weight) => total + weight, 0);
    if (sum === 0 || Math.abs(sum - 1) <= ROUNDING) continue; // 0: every key of the query is masked
    const name = elementAt('data.attention', shape.slice(0, -1), row);
    throw new RangeError(`${name}: expected a row of weights that sums to 1, got ${Number(sum.toPrecision(4))}`);
  }
}

function checkTokens(name: string, value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw new TypeError(`${name}: expected an array of texts, got ${describe(value)}`);
  if (value.length === 0 || value.length > MAX_TOKENS) {
    throw new RangeError(`${name}: expected 1 to ${MAX_TOKENS} texts, got ${value.length}`);
  }
  return Array.from(value as unknown[], (token, index) => {
    if (typeof token !== 'string') throw new TypeError(`${name}[${index}]: expected a text, got ${describe(token)}`);
    return token;
  });
}

/** @throws TypeError or RangeError that names what is wrong */
function checkData(value: unknown): { queries: readonly string[]; keys: readonly string[]; attention: Tensor } {
  const given = expectOptions('data', value, ['tokens', 'keyTokens', 'attention']);
  const queries = checkTokens('data.tokens', given['tokens']);
  const keys = given['keyTokens'] === undefined ? queries : checkTokens('data.keyTokens', given['keyTokens']);
  const weights = given['attention'];
  const attention = Array.isArray(weights) ? flatten(weights) : checkTensor('data.attention', weights, DIMENSIONS);
  expectSize('data.attention.shape[2]', attention.shape[2]!, queries.length, 'queries, as data.tokens');
  expectSize('data.attention.shape[3]', attention.shape[3]!, keys.length, 'keys, as data.keyTokens or data.tokens');
  const copy = copyOf(attention);
  expectWeights(copy);
  copy.data.forEach((weight, at) => weight > 1 && (copy.data[at] = 1));
  return { queries, keys, attention: copy };
}

const tokensOf = (texts: readonly string[]) => texts.map((text) => ({ text, start: 0, end: 0 }));

/** Weights alone: the steps that led to them are not known. */
export class ExternalAttentionSource implements AttentionSource {
  readonly model = null;
  readonly run = null;
  readonly steps = null;
  readonly heads = [];
  readonly queryLanguage = null;
  readonly description = null;
  readonly baseline = null;
  readonly baselineSteps = null;
  readonly allHeadsBaseline = null;
  readonly isIncomparable = false;
  readonly isUnaffected = false;
  readonly outcomes = null;
  readonly mostAffectedHead = null;
  readonly architecture = null;
  readonly generatedTokens = 0;
  readonly continuation = null;
  readonly prose = null;
  readonly title: string;
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
    this.title = queries.join(' ');
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

  /** The weights of a layer's heads, [heads, queries, keys]. */
  #layerWeights(layer: number): Tensor {
    const { data, shape } = this.#attention;
    const size = data.length / this.#layers;
    return { data: data.subarray(layer * size, (layer + 1) * size), shape: shape.slice(1) };
  }

  get weights(): Tensor {
    const { data, shape } = this.#layerWeights(this.#layer);
    const [, queries, keys] = shape as [number, number, number];
    const size = queries * keys;
    return { data: data.subarray(this.#head * size, (this.#head + 1) * size), shape: [queries, keys] };
  }

  descriptionOf(): null {
    return null;
  }

  isAblated(): boolean {
    return false;
  }

  queryIndex({ query }: Pick<State, 'query'>): number {
    const last = this.tokens.query.length - 1;
    return query >= 0 ? Math.min(query, last) : Math.floor(last * 0.7);
  }

  nextTokenCandidates(): null {
    return null;
  }

  get allHeads(): AllHeads {
    const weightsOf = (layer: number) => this.#layerWeights(layer);
    return (this.#all ??= new AllHeads({ layers: this.#layers, weightsOf, isSelfAttention: !this.#isCross }));
  }
}
