// Activations of a model: every step of its computation by name, as defined in cpp/model/step_table.hpp.
import { describe, expectAscending } from '../core/checks.js';
import { nearest } from '../core/nearest.js';
import { stackOf, type AttentionType } from './head-ref.js';
import type { StackDescription, TransformerDescription } from './description.js';
import { expectWithinFloat32, findNonFinite, type Tensor } from '../core/tensor.js';
import type { Module } from '../runtime/wasm-module.js';
import type { TransformerSession } from '../wasm/spotlight.js';

/** Dimension of an activation: a fixed size, or the name of a size that depends on the input. */
export type ActivationDimension = number | 'tokens' | 'queries' | 'keys';

/** Name, shape and meaning of an activation, a step of a model's computation. */
export interface ActivationInfo {
  /** Name of the activation for `run.activation`, such as 'encoder.3.residualMid'. */
  readonly name: string;
  readonly shape: readonly ActivationDimension[];
  readonly meaning: string;
  /** Name of the hook in TransformerLens 4 that has the same values; null if there is none. */
  readonly transformerLens: string | null;
}

/** Location of an activation in the model (attention type and layer), and its index in the C++ table of steps. */
export interface ActivationPlace {
  readonly name: string;
  readonly attention: AttentionType;
  /** Layer of the activation, from 0; null for a step before the first layer or after the last. */
  readonly layer: number | null;
  readonly step: number;
  readonly stepName: string;
  /**
   * True if this step may be the first in which the entries of a batch differ, because each entry replaces the
   * activation by other values.
   */
  readonly mayBeginBatch: boolean;
  readonly shape: readonly ActivationDimension[];
}

/** Selection of a part of an activation, by indices in ascending order. An omitted or empty list selects all. */
export interface Selection {
  /**
   * Indices of the selected heads: key/value heads for keys and values; for a rotation, 0 selects the cosines and 1 the
   * sines.
   */
  heads?: readonly number[];
  tokens?: readonly number[];
  /**
   * Positions of the selected queries, the rows of scores and weights; used instead of `tokens` for these activations.
   */
  queries?: readonly number[];
  keys?: readonly number[];
}

export const SELECTIONS = ['heads', 'tokens', 'queries', 'keys'] as const;

/**
 * Dimensions of an activation by their meaning: heads, rows and columns. If it has one number per row, it has one
 * column.
 */
export function partsOf({ shape }: ActivationPlace): {
  hasHeads: boolean;
  rows: 'tokens' | 'queries';
  columns: number | 'keys';
} {
  const hasHeads = typeof shape[0] === 'number';
  const [rows, columns = 1] = shape.slice(hasHeads ? 1 : 0);
  return { hasHeads, rows: rows as 'tokens' | 'queries', columns: columns as number | 'keys' };
}

/** Numbers of tokens in the texts of a run. */
export interface TextSizes {
  /** Number of tokens that the encoder reads, or the decoder if there is no encoder. */
  seqLen: number;
  /** Maximum number of tokens in the decoder. */
  maxTarget: number;
}

/** True if the rows of an activation belong to the encoder's tokens, as do the keys and values of cross-attention. */
export const isOfSource = ({ attention, stepName }: Pick<ActivationPlace, 'attention' | 'stepName'>): boolean =>
  attention === 'encoder' || (attention === 'cross' && /^(key|value|rotatedKey)/.test(stepName));

/** Numbers of rows and keys of an activation in a run with texts of the given sizes. */
export function lengthsOf(place: ActivationPlace, { seqLen, maxTarget }: TextSizes) {
  return { rows: isOfSource(place) ? seqLen : maxTarget, keys: place.attention === 'decoder' ? maxTarget : seqLen };
}

/**
 * Checks the selection of a part of an activation.
 * @throws TypeError or RangeError that names a list of the selection that is invalid or does not apply to the
 * activation
 */
export function checkSelection(
  name: string,
  given: Readonly<Record<string, unknown>>,
  place: ActivationPlace,
  sizes: TextSizes,
): Required<Selection> {
  const { hasHeads, rows, columns } = partsOf(place);
  const lengths = lengthsOf(place, sizes);
  const most = {
    heads: hasHeads ? (place.shape[0] as number) : 0,
    tokens: rows === 'tokens' ? lengths.rows : 0,
    queries: rows === 'queries' ? lengths.rows : 0,
    keys: columns === 'keys' ? lengths.keys : 0,
  };
  const check = (list: (typeof SELECTIONS)[number]): readonly number[] => {
    const argument = `${name}.${list}`;
    const value = given[list];
    if (value === undefined) return [];
    if (most[list] === 0) throw new RangeError(`${argument}: expected none: ${place.name} has no ${list}`);
    return expectAscending(argument, value, most[list]);
  };
  return { heads: check('heads'), tokens: check('tokens'), queries: check('queries'), keys: check('keys') };
}

/** Copies the rows with the given indices from a tensor [..., rows, columns]; an empty list selects all. */
export function partOfRows({ data, shape }: Tensor, rows: readonly number[]): Tensor {
  if (rows.length === 0) return { data: data.slice(), shape };
  const [all, columns] = shape.slice(-2) as [number, number];
  const part = new Float32Array((data.length / all) * rows.length);
  for (let to = 0; to * columns < part.length; ++to) {
    const from = Math.floor(to / rows.length) * all + rows[to % rows.length]!;
    part.set(data.subarray(from * columns, (from + 1) * columns), to * columns);
  }
  return { data: part, shape: [...shape.slice(0, -2), rows.length, columns] };
}

/** Smallest range that contains the given rows, which are in ascending order; all rows if the list is empty. */
export const rangeOf = (rows: readonly number[], count: number): [first: number, end: number] =>
  rows.length > 0 ? [rows[0]!, rows.at(-1)! + 1] : [0, count];

/** Copies the columns with the given indices from a tensor [..., columns]; an empty list selects all. */
export function partOfColumns({ data, shape }: Tensor, columns: readonly number[]): Tensor {
  const size = shape.at(-1)!;
  const part = new Float32Array((data.length / size) * columns.length);
  for (let at = 0; at < part.length; at++) {
    part[at] = data[Math.floor(at / columns.length) * size + columns[at % columns.length]!]!;
  }
  return { data: part, shape: [...shape.slice(0, -1), columns.length] };
}

/**
 * Checks that the values of an activation are within the range of float32. Scores of masked pairs are ignored.
 * @param values values of the activation, or a part of them
 * @param readMasked reads the masked scores of the same pairs
 * @throws RangeError that names the first number that exceeds float32
 */
export function expectStepWithinFloat32(place: ActivationPlace, values: Tensor, readMasked: () => Tensor): void {
  if (findNonFinite(values.data) < 0) return;
  const isScore = partsOf(place).columns === 'keys' && place.stepName !== 'weights';
  const masked = isScore ? readMasked().data : null;
  const data = values.data.map((value, at) => (masked?.[at] === -Infinity ? 0 : value));
  expectWithinFloat32(place.name, { data, shape: values.shape });
}

/** Meaning of each activation of a model, by the name of its step. */
export const STEPS: Readonly<Record<string, string>> = {
  embedding: 'embedding of each token, times the factor of the embeddings',
  tokenTypes: 'embedding of the type of each token, as BERT’s first and second sentence',
  patches: 'projected patches of an image',
  positions: 'vector of each position, which is added',
  embeddingNormMean: 'mean of the embeddings, which LayerNorm subtracts',
  embeddingNormScale: 'divisor of the norm of the embeddings',
  embeddingNormalized: 'embeddings after mean and divisor, before γ and β',
  embeddingNorm: 'embeddings after their norm',
  embeddingProjection: 'embeddings projected to embedDim',
  residualPre: 'residual stream before the layer',
  attentionNormMean: 'mean of the residual stream, which LayerNorm subtracts',
  attentionNormScale: 'divisor of the norm: √(variance + ε), or √(mean square + ε)',
  attentionNormalized: 'residual stream after mean and divisor, before γ and β',
  attentionInput: 'vectors that Q, K and V are projected from',
  query: 'x·W_Q + b_Q',
  key: 'x·W_K + b_K',
  value: 'x·W_V + b_V',
  queryNormScale: 'divisor of the norm of each query',
  keyNormScale: 'divisor of the norm of each key',
  rotation: 'cosines and sines of the rotary positions',
  rotatedQuery: 'queries after their norm and rotation',
  rotatedKey: 'keys after their norm and rotation',
  scores: 'Q·Kᵀ',
  scaled: 'Q·Kᵀ times the scale',
  capped: 'cap · tanh(scaled / cap)',
  biased: 'scores with the bias of the distance of key and query',
  masked: 'scores with −∞ where a query may not attend to a key',
  weights: 'softmax of each row of the masked scores',
  headOutput: 'weighted sum of the values',
  headResult: 'share of a head in the output projection, without b_O',
  attentionProjection: 'Σ headResult + b_O',
  attentionOutputNormScale: 'divisor of the norm of the attention’s output',
  attentionOutput: 'vectors that the attention adds to the residual stream',
  residualMid: 'residual stream after self-attention',
  residualMidCross: 'residual stream after cross-attention',
  attentionNorm: 'residual stream after the attention’s norm, in post-norm layers',
  feedForwardNormMean: 'mean of the residual stream, which LayerNorm subtracts',
  feedForwardNormScale: 'divisor of the norm before (post-norm: after) the feed-forward layer',
  feedForwardNormalized: 'residual stream after mean and divisor, before γ and β',
  feedForwardInput: 'vectors that the feed-forward layer reads',
  feedForwardPre: 'W₁·x + b₁, before the activation function',
  feedForwardPreLinear: 'V·x, which the activation of W₁·x gates',
  feedForwardHidden: 'hidden units, which W₂ reads',
  feedForwardProjection: 'W₂·h + b₂',
  feedForwardOutputNormScale: 'divisor of the norm of the feed-forward layer’s output',
  feedForwardOutput: 'vectors that the feed-forward layer adds to the residual stream',
  residualPost: 'residual stream after the layer; in post-norm layers before its last norm',
  feedForwardNorm: 'residual stream after the feed-forward layer’s norm, in post-norm layers',
  finalResidual: 'residual stream after the last layer',
  finalNormMean: 'mean of the residual stream, which LayerNorm subtracts',
  finalNormScale: 'divisor of the final norm',
  finalNormalized: 'residual stream after mean and divisor, before γ and β',
  finalNorm: 'output of the stack',
  outputTransform: 'vectors that the output layer reads, in models with BERT’s head for masked tokens',
  logitsBeforeCap: 'logits before their cap',
  logits: 'logits of the next token',
};

export class ModelActivations {
  readonly list: readonly ActivationInfo[];
  readonly #places: ReadonlyMap<string, ActivationPlace>;

  constructor(module: Module, session: TransformerSession, description: TransformerDescription, hasLogits: boolean) {
    const all = [...placesOf(module, session, description)];
    const places = hasLogits ? all : all.filter(({ stepName }) => !stepName.startsWith('logits'));
    this.#places = new Map(places.map((place) => [place.name, place]));
    this.list = Object.freeze(places.map(infoOf));
  }

  /** Activation that contains the model's logits; null if the model has none. */
  get logits(): ActivationPlace | null {
    return this.#places.get('decoder.logits') ?? this.#places.get('encoder.logits') ?? null;
  }

  /** Names of the steps that may be the first in which the entries of a batch differ. */
  get batched(): string[] {
    const steps = [...this.#places.values()].filter(({ mayBeginBatch }) => mayBeginBatch);
    return [...new Set(steps.map(({ stepName }) => stepName))];
  }

  /**
   * Finds an activation of the model by name.
   * @throws RangeError that names the most similar activations
   */
  find(argument: string, name: unknown): ActivationPlace {
    const place = this.#places.get(name as string);
    if (place) return place;
    const near = nearest(name, [...this.#places.keys()]);
    throw new RangeError(
      `${argument}: expected an activation of the model, as ${near.map((each) => `'${each}'`).join(' or ')}, ` +
        `got ${describe(name)}`,
    );
  }
}

/** Yields the activations of a model in the order in which they are computed. */
function* placesOf(
  { TransformerSession: table, Attention }: Module,
  session: TransformerSession,
  description: TransformerDescription,
): Generator<ActivationPlace> {
  const steps = Array.from({ length: table.stepCount() }, (_, step) => ({
    step,
    stepName: table.stepName(step),
    mayBeginBatch: table.mayBeginBatch(step),
    dimensions: table.stepDimensions(step).split(' '),
  }));
  const firstOfLayers = steps.findIndex(({ stepName: name }) => name === 'residualPre');
  const firstAfter = steps.findIndex(({ stepName: name }) => name === 'finalResidual');
  const crossEnd = steps.findIndex(({ stepName: name }) => name === 'residualMid') + 1;
  const feedForward = steps.findIndex(({ stepName: name }) => name === 'feedForwardNormMean');
  const range = function* (attention: AttentionType, layer: number | null, from: number, to: number) {
    const stack = description[stackOf(attention)];
    for (const { step, stepName: name, mayBeginBatch, dimensions } of steps.slice(from, to)) {
      session.selectStep(Attention[attention], step);
      if (layer !== null) session.selectLayer(layer);
      if (!session.hasStep()) continue;
      yield {
        name: [attention, layer, name].filter((each) => each !== null).join('.'),
        attention,
        layer,
        step,
        stepName: name,
        mayBeginBatch,
        shape: dimensions.map((dimension) => sizeOf(dimension, description.embedDim, stack!)),
      };
    }
  };
  for (const stack of ['encoder', 'decoder'] as const) {
    const { layers = 0, hasCrossAttention = false } = description[stack] ?? {};
    yield* range(stack, null, 0, firstOfLayers);
    for (let layer = 0; layer < layers; ++layer) {
      if (!hasCrossAttention) {
        yield* range(stack, layer, firstOfLayers, firstAfter);
        continue;
      }
      yield* range(stack, layer, firstOfLayers, crossEnd);
      yield* range('cross', layer, firstOfLayers, feedForward);
      yield* range(stack, layer, crossEnd, firstAfter);
    }
    yield* range(stack, null, firstAfter, steps.length);
  }
}

function sizeOf(dimension: string, embedDim: number, stack: Readonly<StackDescription>): ActivationDimension {
  if (dimension === 'tokens' || dimension === 'queries' || dimension === 'keys') return dimension;
  if (dimension === 'embedDim') return embedDim;
  if (dimension === 'embeddingDim') return stack.embeddingDim ?? embedDim;
  if (dimension === 'rotaryDim/2') return stack.rotaryDim! / 2;
  if (dimension === '2') return 2;
  if (dimension === 'outputTransformDim') return stack.outputTransformDim!;
  if (dimension === 'outputDim') return stack.outputDim ?? stack.vocabulary;
  return stack[dimension as 'numHeads' | 'numKvHeads' | 'headDim' | 'feedforwardDim'];
}

const infoOf = ({ name, stepName, shape }: ActivationPlace): ActivationInfo =>
  Object.freeze({ name, shape, meaning: STEPS[stepName]!, transformerLens: null });
