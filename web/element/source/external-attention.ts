// External attention: tokens and weights that were computed outside the engine and are shown like those of a run.
import { describe, expectOptions, expectSize } from '../../engine/core/checks.js';
import { MAX_TOKENS, type AttentionSource, type LayerWeights } from './attention-source.js';
import type { HeadChoice, Shape } from './head-selection.js';
import type { AttentionType, HeadRef } from '../../engine/transformer/run.js';
import type { State } from '../state/properties.js';
import { checkTensor, copyOf, elementAt, type Tensor } from '../../engine/core/tensor.js';

/**
 * The value of `element.data`: external attention, which consists of tokens and weights that were computed outside the
 * engine.
 */
export interface ExternalAttention {
  /** Texts of the query tokens. */
  tokens: readonly string[];
  /** Texts of the key tokens, if they differ from the query tokens. */
  keyTokens?: readonly string[];
  /** Weights, each from 0 to 1, [layers][heads][queries][keys], as nested arrays or as a tensor. */
  attention: Tensor | readonly (readonly (readonly (readonly number[])[])[])[];
}

const DIMENSIONS = ['layers', 'heads', 'queries', 'keys'] as const;

/**
 * Tolerance for the sum of a row of weights, which may have been computed in bfloat16.
 * python/attention_spotlight/_weights.py uses the same value.
 */
const ROUNDING = 1e-2;

/**
 * Converts nested arrays to a tensor.
 * @throws TypeError or RangeError that names the first array with a different length
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
    // A loop over the indices, since `forEach` would skip the holes of a sparse array.
    for (let index = 0; index < part.length; index++) walk(`${path}[${index}]`, part[index], depth + 1);
  };
  walk('data.attention', value, 0);
  return { data: Float32Array.from(data), shape };
}

/**
 * Checks attention weights.
 * @throws RangeError that names the first invalid weight, or the first row whose sum is not 1
 */
function expectWeights({ data, shape }: Tensor): void {
  const wrong = data.findIndex((weight) => !(weight >= 0 && weight <= 1 + ROUNDING));
  if (wrong >= 0) {
    const name = elementAt('data.attention', shape, wrong);
    throw new RangeError(`${name}: expected a weight from 0 to 1, got ${data[wrong]!}`);
  }
  const keys = shape.at(-1)!;
  for (let row = 0; row * keys < data.length; row++) {
    const sum = data.subarray(row * keys, (row + 1) * keys).reduce((total, weight) => total + weight, 0);
    if (sum === 0 || Math.abs(sum - 1) <= ROUNDING) continue; // if the sum is 0, every key of the query is masked
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

/** Validated external attention, shared by the attention sources of all its heads. */
interface CheckedAttention {
  queries: readonly string[];
  keys: readonly string[];
  isCross: boolean;
  /** Weights of each layer's heads, [heads, queries, keys]. */
  layers: readonly Tensor[];
  layerWeights: LayerWeights;
}

/**
 * Checks the external attention that the page has passed in.
 * @throws TypeError or RangeError that names the invalid part
 */
function checkExternalAttention(value: unknown): CheckedAttention {
  const given = expectOptions('data', value, ['tokens', 'keyTokens', 'attention']);
  const queries = checkTokens('data.tokens', given['tokens']);
  const keys = given['keyTokens'] === undefined ? queries : checkTokens('data.keyTokens', given['keyTokens']);
  const weights = given['attention'];
  const attention = Array.isArray(weights) ? flatten(weights) : checkTensor('data.attention', weights, DIMENSIONS);
  expectSize('data.attention.shape[2]', attention.shape[2]!, queries.length, 'queries, as data.tokens');
  expectSize('data.attention.shape[3]', attention.shape[3]!, keys.length, 'keys, as data.keyTokens or data.tokens');
  const { data, shape } = copyOf(attention);
  expectWeights({ data, shape });
  data.forEach((weight, at) => weight > 1 && (data[at] = 1));
  const isCross = keys !== queries;
  const layers = partsOf({ data, shape });
  const layerWeights = {
    layers: layers.length,
    weightsOf: (layer: number) => layers[layer]!,
    isSelfAttention: !isCross,
  };
  return { queries, keys, isCross, layers, layerWeights };
}

/** Slices a tensor along its first dimension. */
const partsOf = ({ data, shape: [count = 0, ...shape] }: Tensor): Tensor[] => {
  const size = data.length / count;
  return Array.from({ length: count }, (_, at) => ({ data: data.subarray(at * size, (at + 1) * size), shape }));
};

const tokensOf = (texts: readonly string[]) => texts.map((text) => ({ text, start: 0, end: 0 }));

/** External attention as an attention source. It consists of weights only; the steps that led to them are unknown. */
class ExternalAttentionSource implements AttentionSource {
  readonly model = null;
  readonly run = null;
  readonly steps = null;
  readonly heads = [];
  readonly queryLanguage = null;
  readonly description = null;
  readonly baseline = null;
  readonly baselineSteps = null;
  readonly layerWeightsBaseline = null;
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
  readonly shape: Shape;
  readonly headRef: HeadRef;
  readonly weights: Tensor;
  readonly layerWeights: LayerWeights;
  readonly #attention: CheckedAttention;

  constructor(attention: CheckedAttention, { layer, head }: HeadChoice) {
    this.#attention = attention;
    const { queries, keys, isCross, layers, layerWeights } = attention;
    this.title = queries.join(' ');
    this.tokenCount = queries.length;
    this.tokens = { query: tokensOf(queries), key: tokensOf(keys) };
    this.layerWeights = layerWeights;
    const type: AttentionType = isCross ? 'cross' : 'encoder';
    const numHeads = layers[0]!.shape[0]!;
    this.shape = { layers: { encoder: 0, decoder: 0, cross: 0, [type]: layers.length }, numHeads };
    const index = Math.min(typeof head === 'number' ? head : 0, numHeads - 1);
    this.headRef = { attention: type, layer: Math.min(layer, layers.length - 1), head: index };
    this.weights = partsOf(layers[this.headRef.layer]!)[index]!;
  }

  withHead(choice: HeadChoice): ExternalAttentionSource {
    return new ExternalAttentionSource(this.#attention, choice);
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
}

/**
 * Creates an attention source from external attention.
 * @throws TypeError or RangeError that names the invalid part of the data
 */
export const externalAttention = (data: unknown, choice: HeadChoice): AttentionSource =>
  new ExternalAttentionSource(checkExternalAttention(data), choice);
