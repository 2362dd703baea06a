// Cost of an attention layer, step by step: multiply-adds, memory, parameters (Vaswani et al. 2017, table 1, and the
// papers on each pattern and variant).
import { expectBoolean, expectOptions, expectWholeNumber } from '../core/checks.js';
import {
  checkVariant,
  isKernelized,
  type AttentionVariant,
  type CheckedVariant,
  type KernelizedVariant,
} from '../attention/attention-variant.js';
import { checkPattern, PATTERN_BLOCK, type CheckedPattern, type SparsePattern } from '../attention/sparse-pattern.js';

/** Names of the steps of an attention layer, in the order of computation. */
export const COST_STEPS = [
  'projections', // Q, K and V from the inputs
  'features', // projected keys, or feature maps, in a variant of attention
  'scores', // scores Q·Kᵀ
  'scale',
  'mask',
  'softmax',
  'sum', // weighted sums of the values, weights·V
  'output', // output projection W_O
] as const;
export type CostStep = (typeof COST_STEPS)[number];

/** Sizes and options of the attention layer whose cost is computed. */
export interface CostOptions {
  /** Number of query tokens. */
  queries: number;
  /** Number of key tokens. Default: queries. */
  keys?: number;
  /** Batch size. Default 1. */
  batch?: number;
  /** Number of query heads. Default 1. */
  heads?: number;
  /** Number of key/value heads; fewer than the query heads in grouped-query attention. Default: heads. */
  numKeyValueHeads?: number;
  /** Size of the query and key vectors of a head. */
  headDim: number;
  /** Size of the value vectors of a head. Default: headDim. */
  valueDim?: number;
  /** Size of the input vectors that Q, K and V are projected from. Default: no projections. */
  embedDim?: number;
  /** True to include the output projection W_O, if embedDim is given. Default true. */
  outputProjection?: boolean;
  /** True if the projections W_Q, W_K, W_V and W_O have biases. Default false. */
  bias?: boolean;
  /** True if a mask is added to the scores. Default false. */
  hasMask?: boolean;
  /**
   * True if each step stores its matrix in memory, as in a trace; false for the fused pass, which stores only the
   * output. Default true.
   */
  materialized?: boolean;
  /** Pattern of sparse attention. Default: none, every query attends to all keys. */
  pattern?: SparsePattern | null;
  /** Variant of attention, such as Linformer, in place of the softmax over all keys. Default: none. */
  variant?: AttentionVariant | null;
}

export interface Cost {
  /** Number of fused multiply-adds. */
  multiplyAdds: number;
  /**
   * Number of elementwise operations: scaling, masking, and five per element of a softmax (maximum, −, exp, sum, ÷).
   */
  elementwise: number;
  /** Size of the step's result in bytes, stored as float32. */
  bytes: number;
  parameters: number;
}

const OPTION_NAMES: readonly (keyof CostOptions)[] = [
  'queries',
  'keys',
  'batch',
  'heads',
  'numKeyValueHeads',
  'headDim',
  'valueDim',
  'embedDim',
  'outputProjection',
  'bias',
  'hasMask',
  'materialized',
  'pattern',
  'variant',
];
const BYTES = 4;
const SOFTMAX_OPERATIONS = 5;

type Sizes = Required<Omit<CostOptions, 'pattern' | 'variant'>> & {
  pattern: CheckedPattern | null;
  variant: CheckedVariant | null;
};

function checked(value: CostOptions): Sizes {
  const options = expectOptions('options', value, OPTION_NAMES);
  const size = (name: keyof CostOptions, fallback?: number, min = 1) =>
    options[name] === undefined && fallback !== undefined ? fallback : expectWholeNumber(name, options[name], min);
  const flag = (name: keyof CostOptions, fallback: boolean) =>
    options[name] === undefined ? fallback : expectBoolean(name, options[name]);
  const queries = size('queries');
  const keys = size('keys', queries);
  const heads = size('heads', 1);
  const numKeyValueHeads = size('numKeyValueHeads', heads);
  if (heads % numKeyValueHeads !== 0) {
    throw new RangeError(`numKeyValueHeads: expected a divisor of heads = ${heads}, got ${numKeyValueHeads}`);
  }
  const headDim = size('headDim');
  const pattern =
    (options['pattern'] ?? null) === null ? null : checkPattern('pattern', options['pattern'], { queries, keys });
  const variant = (options['variant'] ?? null) === null ? null : checkVariant('variant', options['variant'], { keys });
  if (pattern && variant) throw new TypeError('pattern: expected none for this variant, got one');
  const embedDim = size('embedDim', 0);
  for (const name of ['outputProjection', 'bias'] as const) {
    if (embedDim === 0 && options[name] !== undefined) {
      throw new TypeError(`${name}: expected embedDim, too: without it there are no projections`);
    }
  }
  const hasMask = flag('hasMask', false);
  if (hasMask && variant) throw new TypeError('hasMask: expected false for a variant, which takes no mask, got true');
  return {
    queries,
    keys,
    heads,
    headDim,
    batch: size('batch', 1),
    numKeyValueHeads,
    valueDim: size('valueDim', headDim),
    embedDim,
    outputProjection: flag('outputProjection', true),
    bias: flag('bias', false),
    hasMask,
    materialized: flag('materialized', true),
    pattern,
    variant,
  };
}

/**
 * Number of scores per head, one for each pair of a query and a key. The random blocks of a sparse pattern are counted
 * as if they did not overlap with its other pairs.
 */
function scoredPairs({ queries, keys, pattern, variant }: Sizes): number {
  if (variant?.kind === 'linformer') return queries * variant.rank;
  if (pattern === null) return queries * keys;
  const reach = Math.min(Math.floor(pattern.window / 2), keys - 1);
  const window = keys * (2 * reach + 1) - reach * (reach + 1);
  const random = pattern.randomBlocks * PATTERN_BLOCK * keys;
  return Math.min(window + globalPairs(pattern.global, keys, reach) + random, queries * keys);
}

/**
 * Number of pairs that global tokens add to a window of `reach` tokens to each side: each token's row and column, with
 * pairs of two global tokens counted once.
 * @param globals indices of the global tokens, without duplicates, in ascending order
 */
function globalPairs(globals: Int32Array, keys: number, reach: number): number {
  let [pairs, near] = [0, 0];
  for (const token of globals) {
    const inWindow = Math.min(keys - 1, token + reach) - Math.max(0, token - reach) + 1;
    pairs += 2 * (keys - inWindow);
    while (globals[near]! < token - reach) near++;
    pairs -= 2 * near; // earlier global tokens outside the window were counted in both orders
  }
  return pairs;
}

const NO_COST: Cost = { multiplyAdds: 0, elementwise: 0, bytes: 0, parameters: 0 };

function projections(sizes: Sizes): Cost {
  const { batch, queries, keys, heads, numKeyValueHeads, headDim, valueDim, embedDim, bias } = sizes;
  if (embedDim === 0) return NO_COST;
  const [query, key, value] = [heads * headDim, numKeyValueHeads * headDim, numKeyValueHeads * valueDim];
  const elements = queries * query + keys * (key + value);
  return {
    multiplyAdds: batch * embedDim * elements,
    elementwise: bias ? batch * elements : 0,
    bytes: batch * elements * BYTES,
    parameters: (query + key + value) * (embedDim + (bias ? 1 : 0)),
  };
}

function output({ batch, queries, heads, valueDim, embedDim, outputProjection, bias }: Sizes): Cost {
  if (embedDim === 0 || !outputProjection) return NO_COST;
  return {
    multiplyAdds: batch * queries * heads * valueDim * embedDim,
    elementwise: bias ? batch * queries * embedDim : 0,
    bytes: batch * queries * embedDim * BYTES,
    parameters: embedDim * (heads * valueDim + (bias ? 1 : 0)),
  };
}

/** Cost of softmax attention, which computes a weight for each pair of tokens. */
function pairwise(sizes: Sizes): Partial<Record<CostStep, Cost>> {
  const { batch, heads, numKeyValueHeads, keys, queries, headDim, valueDim, hasMask, materialized, variant } = sizes;
  const count = batch * heads * scoredPairs(sizes);
  const bytes = materialized ? count * BYTES : 0;
  const each = (operations: number): Cost => ({ ...NO_COST, elementwise: operations * count, bytes });
  const projected = variant?.kind === 'linformer' ? batch * numKeyValueHeads * variant.rank * (headDim + valueDim) : 0;
  return {
    features: {
      ...NO_COST,
      multiplyAdds: projected * keys,
      bytes: projected * BYTES,
      parameters: variant?.kind === 'linformer' && variant.projections ? 2 * variant.rank * keys : 0,
    },
    scores: { ...NO_COST, multiplyAdds: count * headDim, bytes },
    scale: each(1),
    mask: hasMask ? each(1) : NO_COST,
    softmax: each(SOFTMAX_OPERATIONS),
    sum: { ...NO_COST, multiplyAdds: count * valueDim, bytes: batch * heads * queries * valueDim * BYTES },
  };
}

/** Cost of kernelized attention, φ(Q)·(φ(K)ᵀ·[V, 1]), in which no term grows with queries × keys. */
function kernelized(sizes: Sizes, { map, features }: KernelizedVariant): Partial<Record<CostStep, Cost>> {
  const { batch, heads, queries, keys, headDim, valueDim } = sizes;
  const numFeatures = map === 'elu' ? headDim : features;
  const mapped = batch * heads * (queries + keys) * numFeatures;
  return {
    features: {
      ...NO_COST,
      multiplyAdds: map === 'elu' ? 0 : mapped * headDim,
      elementwise: mapped,
      bytes: (mapped / (batch * heads)) * BYTES, // one head is computed at a time
    },
    scores: {
      ...NO_COST,
      multiplyAdds: batch * heads * keys * numFeatures * (valueDim + 1),
      bytes: numFeatures * (valueDim + 1) * BYTES,
    },
    sum: {
      ...NO_COST,
      multiplyAdds: batch * heads * queries * numFeatures * (valueDim + 1),
      elementwise: batch * heads * queries * valueDim,
      bytes: batch * heads * queries * valueDim * BYTES,
    },
  };
}

/**
 * Computes the cost of an attention layer, per step and in total.
 * @throws TypeError or RangeError that names the option
 */
export function costOf(options: CostOptions): { steps: Record<CostStep, Cost>; total: Cost } {
  const sizes = checked(options);
  const { variant } = sizes;
  const between = variant && isKernelized(variant) ? kernelized(sizes, variant) : pairwise(sizes);
  const known: Partial<Record<CostStep, Cost>> = { projections: projections(sizes), ...between, output: output(sizes) };
  const steps = Object.fromEntries(COST_STEPS.map((step) => [step, known[step] ?? NO_COST])) as Record<CostStep, Cost>;
  const sum = (name: keyof Cost) => COST_STEPS.reduce((total, step) => total + steps[step][name], 0);
  const total = {
    multiplyAdds: sum('multiplyAdds'),
    elementwise: sum('elementwise'),
    bytes: sum('bytes'),
    parameters: sum('parameters'),
  };
  return { steps, total };
}
