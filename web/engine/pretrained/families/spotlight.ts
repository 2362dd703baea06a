// Model family `spotlight`: models of this project's trainer. The trainer's options determine both the description for
// the C++ code and the config.json. The files use the engine's own parameter names.
import { ACTIVATIONS, feedForwardOf, NORMS } from '../../transformer/description.js';
import type { Family, FamilyModel } from './family.js';
import type { SourceTable } from '../../parameters/parameter-source.js';
import type { StackDescription, TransformerDescription } from '../../transformer/description.js';

export const SHAPES = ['decoder', 'encoder', 'encoder-decoder'] as const;
export const POSITIONS = ['learned', 'sinusoidal', 'rotary', 'none'] as const;
const MAX_FEED_FORWARD = 65_536;

/** Options of a trainer that describe its model, with defaults filled in. */
export interface TrainedModel {
  shape: (typeof SHAPES)[number];
  vocabularySize: number;
  layers: number;
  numHeads: number;
  embedDim: number;
  feedforwardDim: number;
  maxTokens: number;
  positions: (typeof POSITIONS)[number];
  norm: (typeof NORMS)[number];
  activation: (typeof ACTIVATIONS)[number];
  tiedHead: boolean;
  scale: number;
}

/** Converts a trainer's options to the model's description for the C++ code. */
export function descriptionOf(model: TrainedModel): TransformerDescription {
  const { shape, layers, numHeads, embedDim, maxTokens } = model;
  const stack: StackDescription = {
    layers,
    vocabulary: model.vocabularySize,
    // Factor √embedDim for embeddings that sinusoidal positions are added to: the root mean square of sinusoids is √½,
    // that of embedding rows 1/√embedDim (Vaswani et al. 2017, section 3.4).
    embeddingScale: model.positions === 'sinusoidal' ? Math.sqrt(embedDim) : 1,
    positions: ({ sinusoidal: 'sinusoids', rotary: 'rotaryHalves', learned: 'learned', none: 'none' } as const)[
      model.positions
    ],
    maxPositions: maxTokens,
    rotaryDim: model.positions === 'rotary' ? embedDim / numHeads : 0,
    numHeads,
    numKvHeads: numHeads,
    headDim: embedDim / numHeads,
    scale: model.scale,
    feedforwardDim: model.feedforwardDim,
    ...feedForwardOf(model.activation),
    norm: model.norm,
  };
  return {
    embedDim,
    ...(shape !== 'decoder' && { encoder: stack }),
    ...(shape !== 'encoder' && { decoder: { ...stack, hasCrossAttention: shape === 'encoder-decoder' } }),
  };
}

const ATTENTION = ['query', 'key', 'value', 'output'];
const LAYER = [
  ...['self_attention', 'cross_attention'].flatMap((attention) => [
    `${attention}_norm`,
    ...ATTENTION.map((part) => `${attention}.${part}`),
  ]),
  'feed_forward_norm',
  'feed_forward.linear1',
  'feed_forward.linear2',
  'feed_forward.up',
];

/**
 * Sources of all parameters that a trainer's model may have. The tensors in its file have the engine's own parameter
 * names.
 */
const PARAMETERS: SourceTable = Object.fromEntries(
  ['encoder', 'decoder']
    .flatMap((stack) => [
      ...['tokens', 'positions', 'final_norm'].map((name) => `${stack}.${name}`),
      ...LAYER.map((name) => `${stack}.#.${name}`),
    ])
    .map((name) => [name, `${name}.*`]),
);

/**
 * Describes a model of this project's trainer as its family does, with the sources of its parameters.
 * @param start first token of the decoder in an encoder–decoder; null if there is none
 * @param end tokens that end a text
 */
export function familyModelOf(model: TrainedModel, start: number | null, end: readonly number[]): FamilyModel {
  const { shape, tiedHead, maxTokens } = model;
  return {
    description: descriptionOf(model),
    tensors: {
      ...PARAMETERS,
      output: tiedHead ? `${shape === 'encoder' ? 'encoder' : 'decoder'}.tokens.*` : 'output.*',
    },
    unused: [/^optimizer\./, ...(shape === 'encoder' ? [/^output\./] : [])],
    contextLength: maxTokens,
    decoderStart: start,
    eosTokens: end,
  };
}

/** Contents of a trained model's config.json, which the family `spotlight` reads. */
export function configFileOf(
  model: TrainedModel,
  { start, end = [] }: { start?: number; end?: readonly number[] },
): Readonly<Record<string, unknown>> {
  return {
    model_type: 'spotlight',
    shape: model.shape,
    vocab_size: model.vocabularySize,
    num_hidden_layers: model.layers,
    num_attention_heads: model.numHeads,
    hidden_size: model.embedDim,
    intermediate_size: model.feedforwardDim,
    max_position_embeddings: model.maxTokens,
    position_embedding_type: model.positions,
    norm_type: model.norm,
    hidden_act: model.activation,
    tie_word_embeddings: model.tiedHead,
    attention_scale: model.scale,
    ...(start !== undefined && { decoder_start_token_id: start }),
    ...(end.length > 0 && { eos_token_id: end }),
  };
}

export const spotlight: Family = {
  defaults: {},
  renaming: [],
  read: (config) => {
    const { numHeads, headDim } = config.heads('hidden_size', 'num_attention_heads');
    const model: TrainedModel = {
      shape: config.name('shape', SHAPES, 'decoder'),
      vocabularySize: config.vocabulary(),
      layers: config.layers('num_hidden_layers'),
      numHeads,
      embedDim: numHeads * headDim,
      feedforwardDim: config.whole('intermediate_size', 0, MAX_FEED_FORWARD, 0),
      maxTokens: config.positions('max_position_embeddings'),
      positions: config.name('position_embedding_type', POSITIONS, 'learned'),
      norm: config.name('norm_type', NORMS, 'layer'),
      activation: config.name('hidden_act', ACTIVATIONS, 'gelu'),
      tiedHead: config.flag('tie_word_embeddings', false),
      scale: config.positive('attention_scale', 1 / Math.sqrt(headDim)),
    };
    return familyModelOf(model, config.token('decoder_start_token_id'), config.tokens('eos_token_id'));
  },
};
