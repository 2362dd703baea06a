// What an attention costs, step by step: multiply-adds, memory, parameters. The derivations are those of Vaswani et al.
// 2017 (table 1) and of the papers that `pattern` names.
import { expectBoolean, expectOptions, expectWholeNumber } from './checks.js';
import { checkPattern, PATTERN_BLOCK, type CheckedPattern, type Pattern } from './pattern.js';

/** The steps of an attention that cost something, in their order. */
export const COST_STEPS = [
  'projections', // Q, K and V from the inputs
  'features', // summaries or features of queries and keys, where a pattern makes them
  'scores', // Q·Kᵀ
  'scale',
  'mask',
  'softmax',
  'mix', // weights·V
  'output', // W_O
] as const;
export type CostStep = (typeof COST_STEPS)[number];

/** What is to be computed. */
export interface CostOptions {
  queries: number;
  /** Default: as many as queries. */
  keys?: number;
  /** Default 1. */
  batch?: number;
  /** Default 1. */
  heads?: number;
  /** Fewer than heads: they are shared in groups. Default: heads. */
  keyHeads?: number;
  headDim: number;
  /** Default: headDim. */
  valueDim?: number;
  /** The size of the inputs, where Q, K and V are projections of them. Default: they are not. */
  embedDim?: number;
  /** Whether W_O follows; with embedDim only. Default true. */
  outputProjection?: boolean;
  /** Whether the projections have biases. Default false. */
  bias?: boolean;
  /** Whether a mask is applied. Default false. */
  masked?: boolean;
  /** Whether each step's matrix is held, as in a trace; false: a fused pass, which holds inputs and outputs only. Default true. */
  held?: boolean;
  pattern?: Pattern;
}

export interface Cost {
  /** Products that are added up. */
  multiplyAdds: number;
  /** Other operations on single numbers: scaling, masking; five per number in a softmax (maximum, −, exp, sum, ÷). */
  elementwise: number;
  /** Memory of what the step makes, in float32. */
  bytes: number;
  parameters: number;
}

const KNOWN: readonly (keyof CostOptions)[] = [
  'queries',
  'keys',
  'batch',
  'heads',
  'keyHeads',
  'headDim',
  'valueDim',
  'embedDim',
  'outputProjection',
  'bias',
  'masked',
  'held',
  'pattern',
];
const BYTES = 4;
const SOFTMAX_OPERATIONS = 5;

type Sizes = Required<Omit<CostOptions, 'embedDim' | 'pattern'>> & {
  embedDim: number;
  pattern: CheckedPattern | null;
};

function checked(value: CostOptions): Sizes {
  const options = expectOptions('options', value, KNOWN);
  const size = (name: keyof CostOptions, none?: number, least = 1) =>
    options[name] === undefined && none !== undefined ? none : expectWholeNumber(name, options[name], least);
  const flag = (name: keyof CostOptions, none: boolean) =>
    options[name] === undefined ? none : expectBoolean(name, options[name]);
  const queries = size('queries');
  const keys = size('keys', queries);
  const heads = size('heads', 1);
  const headDim = size('headDim');
  return {
    queries,
    keys,
    heads,
    headDim,
    batch: size('batch', 1),
    keyHeads: size('keyHeads', heads),
    valueDim: size('valueDim', headDim),
    embedDim: size('embedDim', 0),
    outputProjection: flag('outputProjection', true),
    bias: flag('bias', false),
    masked: flag('masked', false),
    held: flag('held', true),
    pattern: options['pattern'] === undefined ? null : checkPattern('pattern', options['pattern'], { queries, keys }),
  };
}

/** How many pairs of words one head keeps; of random blocks, those that do not meet the rest. */
function pairs({ queries, keys, pattern }: Sizes): number {
  if (pattern?.kind === 'linformer') return queries * pattern.rank;
  if (pattern?.kind !== 'sparse') return queries * keys;
  const reach = Math.min(Math.floor(pattern.window / 2), keys - 1);
  const window = keys * (2 * reach + 1) - reach * (reach + 1);
  const globals = new Set(pattern.global).size;
  const kept = window + 2 * globals * Math.max(0, keys - 2 * reach - 1) + pattern.randomBlocks * PATTERN_BLOCK * keys;
  return Math.min(kept, queries * keys);
}

const NOTHING: Cost = { multiplyAdds: 0, elementwise: 0, bytes: 0, parameters: 0 };

function projections(sizes: Sizes): Cost {
  const { batch, queries, keys, heads, keyHeads, headDim, valueDim, embedDim, bias } = sizes;
  if (embedDim === 0) return NOTHING;
  const [query, key, value] = [heads * headDim, keyHeads * headDim, keyHeads * valueDim];
  const made = queries * query + keys * (key + value);
  return {
    multiplyAdds: batch * embedDim * made,
    elementwise: bias ? batch * made : 0,
    bytes: batch * made * BYTES,
    parameters: (query + key + value) * (embedDim + (bias ? 1 : 0)),
  };
}

function output({ batch, queries, heads, valueDim, embedDim, outputProjection, bias }: Sizes): Cost {
  if (embedDim === 0 || !outputProjection) return NOTHING;
  return {
    multiplyAdds: batch * queries * heads * valueDim * embedDim,
    elementwise: bias ? batch * queries * embedDim : 0,
    bytes: batch * queries * embedDim * BYTES,
    parameters: embedDim * (heads * valueDim + (bias ? 1 : 0)),
  };
}

/** Every pair that is kept, by itself. */
function pairwise(sizes: Sizes): Partial<Record<CostStep, Cost>> {
  const { batch, heads, keyHeads, keys, queries, headDim, valueDim, masked, held, pattern } = sizes;
  const count = batch * heads * pairs(sizes);
  const bytes = held ? count * BYTES : 0;
  const each = (operations: number): Cost => ({ ...NOTHING, elementwise: operations * count, bytes });
  const summaries = pattern?.kind === 'linformer' ? batch * keyHeads * pattern.rank * (headDim + valueDim) : 0;
  return {
    features: {
      ...NOTHING,
      multiplyAdds: summaries * keys,
      bytes: summaries * BYTES,
      parameters: pattern?.kind === 'linformer' && pattern.projections ? 2 * pattern.rank * keys : 0,
    },
    scores: { ...NOTHING, multiplyAdds: count * headDim, bytes },
    scale: each(1),
    mask: masked ? each(1) : NOTHING,
    softmax: each(SOFTMAX_OPERATIONS),
    mix: { ...NOTHING, multiplyAdds: count * valueDim, bytes: batch * heads * queries * valueDim * BYTES },
  };
}

/** φ(Q)·(φ(K)ᵀ·[V, 1]): nothing that grows with queries × keys. */
function byFeatures(
  sizes: Sizes,
  { map, features }: CheckedPattern & { kind: 'features' },
): Partial<Record<CostStep, Cost>> {
  const { batch, heads, queries, keys, headDim, valueDim } = sizes;
  const many = map === 'elu' ? headDim : features;
  const made = batch * heads * (queries + keys) * many;
  return {
    features: {
      ...NOTHING,
      multiplyAdds: map === 'elu' ? 0 : made * headDim,
      elementwise: made,
      bytes: (made / (batch * heads)) * BYTES, // one head's at a time
    },
    scores: {
      ...NOTHING,
      multiplyAdds: batch * heads * keys * many * (valueDim + 1),
      bytes: many * (valueDim + 1) * BYTES,
    },
    mix: {
      ...NOTHING,
      multiplyAdds: batch * heads * queries * many * (valueDim + 1),
      elementwise: batch * heads * queries * valueDim,
      bytes: batch * heads * queries * valueDim * BYTES,
    },
  };
}

/**
 * What an attention costs, step by step and in all.
 * @throws TypeError or RangeError that names the option
 */
export function costOf(options: CostOptions): { steps: Record<CostStep, Cost>; total: Cost } {
  const sizes = checked(options);
  const { pattern } = sizes;
  const between = pattern?.kind === 'features' ? byFeatures(sizes, pattern) : pairwise(sizes);
  const known: Partial<Record<CostStep, Cost>> = { projections: projections(sizes), ...between, output: output(sizes) };
  const steps = Object.fromEntries(COST_STEPS.map((step) => [step, known[step] ?? NOTHING])) as Record<CostStep, Cost>;
  const sum = (name: keyof Cost) => COST_STEPS.reduce((total, step) => total + steps[step][name], 0);
  const total = {
    multiplyAdds: sum('multiplyAdds'),
    elementwise: sum('elementwise'),
    bytes: sum('bytes'),
    parameters: sum('parameters'),
  };
  return { steps, total };
}
