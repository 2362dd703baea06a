// Model family T5 (Raffel et al. 2020), an encoder-decoder. The position biases of the scores, one per range of
// distances and head, are shared by all layers. Scores are unscaled. Version 1.1 has gated feed-forward layers and a
// separate output layer.
import { DEFAULTS } from './defaults.js';
import type { ConfigFields } from './config-fields.js';
import type { Family } from './family.js';
import type { StackDescription } from '../../transformer/description.js';
import type { SourceTable } from '../../parameters/parameter-source.js';

const MAX_BUCKETS = 1024;
const MAX_DISTANCE = 65_536;
const FEED_FORWARD = {
  relu: { activation: 'relu', isGated: false },
  'gated-gelu': { activation: 'geluTanh', isGated: true },
  'gated-silu': { activation: 'silu', isGated: true },
} as const;
type FeedForwardName = keyof typeof FEED_FORWARD;

type StackName = 'encoder' | 'decoder';

/**
 * Distance ranges of the relative-position biases: the number of ranges (buckets), each with its own bias, and the
 * distance beyond which all distances share the last range.
 */
interface Distances {
  buckets: number;
  maxDistance: number;
}

function distancesOf(config: ConfigFields): Distances {
  const buckets = config.whole('relative_attention_num_buckets', 4, MAX_BUCKETS);
  if (buckets % 4 !== 0) throw config.error('relative_attention_num_buckets', 'a multiple of 4');
  const least = buckets / 2 + 1;
  return { buckets, maxDistance: config.whole('relative_attention_max_distance', least, MAX_DISTANCE) };
}

/**
 * Index of the bucket, a range of distances with its own position bias, for the distance key − query. In an encoder,
 * half of the buckets are for keys after the query, for which a decoder needs none. In each direction, half of the
 * buckets are single distances, the other half are ranges that grow logarithmically. The index is computed in float32,
 * as in the reference implementation.
 */
export function bucketOf(distance: number, { buckets, maxDistance }: Distances, stack: StackName): number {
  const half = stack === 'encoder' ? buckets / 2 : buckets;
  const offset = stack === 'encoder' && distance > 0 ? half : 0;
  const steps = stack === 'encoder' ? Math.abs(distance) : Math.max(-distance, 0);
  const single = half / 2;
  if (steps < single) return offset + steps;
  const share = Math.fround(Math.fround(Math.log(steps / single)) / Math.fround(Math.log(maxDistance / single)));
  return offset + Math.min(single + Math.floor(Math.fround(share * (half - single))), half - 1);
}

function biasOf(stack: StackName, distances: Distances): SourceTable {
  const { buckets, maxDistance } = distances;
  const rows = Array.from({ length: 2 * maxDistance + 1 }, (_, row) => bucketOf(row - maxDistance, distances, stack));
  return {
    [`${stack}.distance_bias`]: {
      tensor: `${stack}.block.0.layer.0.SelfAttention.relative_attention_bias.*`,
      picked: { rows, of: buckets },
    },
  };
}

const attentionTensors = (name: string, sublayer: string, stored: string): SourceTable => ({
  [`${name}_norm`]: `${sublayer}.layer_norm.*`,
  [`${name}.query`]: `${sublayer}.${stored}.q.*`,
  [`${name}.key`]: `${sublayer}.${stored}.k.*`,
  [`${name}.value`]: `${sublayer}.${stored}.v.*`,
  [`${name}.output`]: `${sublayer}.${stored}.o.*`,
});

const feedForwardTensors = (stack: StackName, sublayer: string, isGated: boolean): SourceTable => ({
  [`${stack}.#.feed_forward_norm`]: `${sublayer}.layer_norm.*`,
  // Source of linear1: in gated layers, the gate projection, since the engine applies the activation function to
  // linear1's output.
  [`${stack}.#.feed_forward.linear1`]: `${sublayer}.DenseReluDense.${isGated ? 'wi_0' : 'wi'}.*`,
  [`${stack}.#.feed_forward.up`]: `${sublayer}.DenseReluDense.wi_1.*`,
  [`${stack}.#.feed_forward.linear2`]: `${sublayer}.DenseReluDense.wo.*`,
});

const stackTensors = (stack: StackName, isGated: boolean): SourceTable => ({
  [`${stack}.tokens`]: 'shared.*',
  ...attentionTensors(`${stack}.#.self_attention`, `${stack}.block.#.layer.0`, 'SelfAttention'),
  ...attentionTensors(`${stack}.#.cross_attention`, `${stack}.block.#.layer.1`, 'EncDecAttention'),
  ...feedForwardTensors(stack, `${stack}.block.#.layer.${stack === 'encoder' ? 1 : 2}`, isGated),
  [`${stack}.final_norm`]: `${stack}.final_layer_norm.*`,
});

export const t5: Family = {
  defaults: DEFAULTS.t5,
  renaming: [],
  read: (config, file) => {
    const embedDim = config.dim('d_model');
    const numHeads = config.dim('num_heads');
    const distances = distancesOf(config);
    const names = Object.keys(FEED_FORWARD) as FeedForwardName[];
    const named = FEED_FORWARD[config.name('feed_forward_proj', names)];
    // Activation and gating of the feed-forward layers. config.json may contain the fields `dense_act_fn` and
    // `is_gated_act` in addition to `feed_forward_proj`; if they disagree with it, they take precedence.
    const feedForward = {
      activation: config.has('dense_act_fn') ? config.activation('dense_act_fn') : named.activation,
      isGated: config.flag('is_gated_act', named.isGated),
    };
    // True if the decoder's outputs are multiplied by 1/√embedDim before the output layer. Older config.json files omit
    // `scale_decoder_outputs`; in them, a tied output layer implies the scaling.
    const isScaled = config.flag('scale_decoder_outputs', config.flag('tie_word_embeddings', true));
    const output = file.has('lm_head.weight') ? 'lm_head.*' : 'shared.*';
    const stack: Omit<StackDescription, 'layers'> = {
      vocabulary: config.vocabulary(),
      numHeads,
      numKvHeads: numHeads,
      headDim: config.dim('d_kv'),
      scale: 1,
      biasDistances: 2 * distances.maxDistance + 1,
      queryBias: false,
      keyBias: false,
      valueBias: false,
      outputBias: false,
      ...feedForward,
      feedforwardDim: config.dim('d_ff'),
      feedforwardBias: false,
      norm: 'rms',
      epsilon: config.positive('layer_norm_epsilon'),
    };
    const layers = config.layers('num_layers');
    const decoderLayers = config.has('num_decoder_layers') ? config.layers('num_decoder_layers') : layers;
    return {
      description: {
        embedDim,
        encoder: { ...stack, layers },
        decoder: { ...stack, layers: decoderLayers, hasCrossAttention: true },
      },
      tensors: {
        ...stackTensors('encoder', feedForward.isGated),
        ...stackTensors('decoder', feedForward.isGated),
        ...biasOf('encoder', distances),
        ...biasOf('decoder', distances),
        output: { tensor: output, ...(isScaled && { times: 1 / Math.sqrt(embedDim) }) },
      },
      unused: [
        /^(encoder|decoder)\.embed_tokens\.weight$/,
        /EncDecAttention\.relative_attention_bias\.weight$/, // only in the first published checkpoints
      ],
      contextLength: config.positions('n_positions', 512),
      decoderStart: config.token('decoder_start_token_id') ?? config.token('pad_token_id'),
      eosTokens: config.tokens('eos_token_id'),
    };
  },
};
