// Checks the sizes and weights of a multi-head attention layer.
import { expectMultiple, expectOneOf, expectOptions, expectWholeNumber, MAX_EMBED_DIM } from '../core/checks.js';
import { checkShaped, type Tensor, type TensorInput } from '../core/tensor.js';

/** Sizes and weights of a multi-head attention layer, in the layout of PyTorch's `nn.MultiheadAttention`. */
export interface MultiheadConfig {
  /** Size of the layer's input and output vectors. */
  embedDim: number;
  /** Number of attention heads; must divide embedDim. */
  numHeads: number;
  /**
   * Order of query, key and value in inProjWeight and inProjBias. Default 'qkv', as in PyTorch; some implementations
   * use 'kqv'.
   */
  inProjOrder?: 'qkv' | 'kqv';
  /** W_Q, W_K and W_V stacked, [3 · embedDim, embedDim]. Default, without outProjWeight: Xavier initialization. */
  inProjWeight?: TensorInput;
  /** W_Q as a separate matrix, [embedDim, embedDim]; give W_Q, W_K and W_V, all three, instead of inProjWeight. */
  qProjWeight?: TensorInput;
  /** W_K as a separate matrix, [embedDim, embedDim]. */
  kProjWeight?: TensorInput;
  /** W_V as a separate matrix, [embedDim, embedDim]. */
  vProjWeight?: TensorInput;
  /** Biases of the projections of query, key and value, stacked, [3 · embedDim]. Default: none. */
  inProjBias?: TensorInput;
  /** W_O, the weights of the output projection, [embedDim, embedDim]. */
  outProjWeight?: TensorInput;
  /** Bias of the output projection, [embedDim]. Default: none. */
  outProjBias?: TensorInput;
  /** Seed of the random initial weights, if no weights are given. Default 0. */
  seed?: number;
}

/** Names of the options that give W_Q, W_K and W_V as separate matrices. */
const SEPARATE = ['qProjWeight', 'kProjWeight', 'vProjWeight'] as const;

const CONFIG_FIELDS: readonly (keyof MultiheadConfig)[] = [
  'embedDim',
  'numHeads',
  'inProjOrder',
  'inProjWeight',
  ...SEPARATE,
  'inProjBias',
  'outProjWeight',
  'outProjBias',
  'seed',
];

/** Index of the query, key and value part within the stacked inProjWeight, for each order of these parts. */
export const PLACES = { qkv: [0, 1, 2], kqv: [1, 0, 2] } as const satisfies Record<string, readonly number[]>;
export type InProjOrder = keyof typeof PLACES;
const ORDERS = Object.keys(PLACES) as InProjOrder[];

export interface NamedTensor {
  name: string;
  tensor: Tensor;
}

export interface CheckedConfig {
  order: InProjOrder;
  embedDim: number;
  numHeads: number;
  /**
   * Weights of a layer: W_Q, W_K and W_V, with their names for error messages, and W_O. Null if no weights are given.
   */
  weights: { inProj: readonly NamedTensor[]; outProj: Tensor } | null;
  inProjBias: Tensor | null;
  outProjBias: Tensor | null;
  seed: number;
}

export function checkConfig(value: unknown): CheckedConfig {
  const config = expectOptions('config', value, CONFIG_FIELDS);
  const { inProjOrder = 'qkv', seed = 0 } = config;
  const embedDim = expectWholeNumber('embedDim', config['embedDim'], 1, MAX_EMBED_DIM);
  const numHeads = expectWholeNumber('numHeads', config['numHeads'], 1);
  expectMultiple('embedDim', embedDim, 'numHeads', numHeads);
  const optional = (name: keyof MultiheadConfig, shape: readonly number[]): Tensor | null =>
    config[name] === undefined ? null : checkShaped(name, config[name], shape);
  const order = expectOneOf('inProjOrder', inProjOrder, ORDERS);
  const combined = optional('inProjWeight', [3 * embedDim, embedDim]);
  const separate = SEPARATE.flatMap((name) => {
    const given = optional(name, [embedDim, embedDim]);
    return given ? [{ name, tensor: given }] : [];
  });
  const outProj = optional('outProjWeight', [embedDim, embedDim]);
  if (separate.length > 0 && (separate.length < 3 || combined)) {
    throw new TypeError(
      `${SEPARATE.join(', ')}: expected all three and no inProjWeight, got ${separate.length} of them` +
        (combined ? ' and inProjWeight' : ''),
    );
  }
  const inProj = combined ? thirds('inProjWeight', combined, order) : separate;
  if ((inProj.length === 0) !== (outProj === null)) {
    throw new TypeError('inProjWeight and outProjWeight: expected both or neither, got one');
  }
  if (outProj && config['seed'] !== undefined) {
    throw new TypeError('seed: expected none beside inProjWeight and outProjWeight, which it is not used for, got one');
  }
  return {
    embedDim,
    numHeads,
    order,
    weights: outProj && { inProj, outProj },
    inProjBias: optional('inProjBias', [3 * embedDim]),
    outProjBias: optional('outProjBias', [embedDim]),
    seed: expectWholeNumber('seed', seed, 0),
  };
}

/** Splits a tensor's rows into `of` equal parts, and returns the part with the given index. */
export function part({ data, shape }: Tensor, index: number, of: number): Tensor {
  const size = data.length / of;
  return { data: data.subarray(index * size, (index + 1) * size), shape: [shape[0]! / of, ...shape.slice(1)] };
}

/**
 * Splits the stacked weights (or biases) of the input projections into those of query, key and value, each with a name
 * for error messages.
 */
export function thirds(name: string, given: Tensor, order: InProjOrder): NamedTensor[] {
  return PLACES[order].map((place, index) => ({
    name: `${name} (${['query', 'key', 'value'][index]})`,
    tensor: part(given, place, 3),
  }));
}
