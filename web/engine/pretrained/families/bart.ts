// Model families BART (Lewis et al. 2020) and Marian (Junczys-Dowmunt et al. 2018), both encoder-decoders.
import { DEFAULTS } from './defaults.js';
import type { ConfigFields } from './config-fields.js';
import type { Family, FamilyModel } from './family.js';
import type { StackDescription } from '../../transformer/description.js';
import type { SourceTable } from '../../parameters/parameter-source.js';

/** Row of the first position in BART's position table, which starts with two unused rows. */
const FIRST_POSITION = 2;

type StackName = 'encoder' | 'decoder';

/** Fields of a stack's description in which BART and Marian differ: positions, and the norm of the embeddings. */
type Positions = Pick<StackDescription, 'positions' | 'maxPositions' | 'hasEmbeddingNorm'>;

function stackOf(config: ConfigFields, stack: StackName, positions: Positions): StackDescription {
  const embedDim = config.dim('d_model');
  return {
    layers: config.layers(`${stack}_layers`),
    vocabulary: config.vocabulary(),
    embeddingScale: config.flag('scale_embedding') ? Math.sqrt(embedDim) : 1,
    ...positions,
    ...config.heads('d_model', `${stack}_attention_heads`),
    hasCrossAttention: stack === 'decoder',
    feedforwardDim: config.dim(`${stack}_ffn_dim`),
    activation: config.activation('activation_function'),
    normFirst: false,
    hasFinalNorm: false,
  };
}

const attentionTensors = (name: string, stored: string): SourceTable => ({
  [`${name}.query`]: `${stored}.q_proj.*`,
  [`${name}.key`]: `${stored}.k_proj.*`,
  [`${name}.value`]: `${stored}.v_proj.*`,
  [`${name}.output`]: `${stored}.out_proj.*`,
  [`${name}_norm`]: `${stored}_layer_norm.*`,
});

const stackTensors = (stack: StackName): SourceTable => ({
  [`${stack}.tokens`]: 'shared.*',
  ...attentionTensors(`${stack}.#.self_attention`, `${stack}.layers.#.self_attn`),
  ...attentionTensors(`${stack}.#.cross_attention`, `${stack}.layers.#.encoder_attn`),
  [`${stack}.#.feed_forward.linear1`]: `${stack}.layers.#.fc1.*`,
  [`${stack}.#.feed_forward.linear2`]: `${stack}.layers.#.fc2.*`,
  [`${stack}.#.feed_forward_norm`]: `${stack}.layers.#.final_layer_norm.*`,
});

/** Reads the fields of config.json that BART and Marian have in common. */
function read(config: ConfigFields, positions: Positions): FamilyModel {
  config.expectOnly('tie_word_embeddings', true);
  config.expectOnly('decoder_attention_heads', config.dim('encoder_attention_heads'));
  return {
    description: {
      embedDim: config.dim('d_model'),
      encoder: stackOf(config, 'encoder', positions),
      decoder: stackOf(config, 'decoder', positions),
      hasOutputBias: true,
    },
    tensors: {
      ...stackTensors('encoder'),
      ...stackTensors('decoder'),
      'output.weight': 'shared.weight',
      'output.bias': { tensor: 'final_logits_bias', shape: [1, config.vocabulary()] },
    },
    unused: [/^lm_head\.weight$/, /^(encoder|decoder)\.embed_tokens\.weight$/],
    contextLength: config.positions('max_position_embeddings'),
    decoderStart: config.token('decoder_start_token_id'),
    eosTokens: config.tokens('eos_token_id'),
  };
}

const renaming: Family['renaming'] = [[/^model\./, '']];

/**
 * Sources of the two parameters that BART has in addition to Marian: the position table and the norm of the embeddings.
 */
const embeddingTensors = (stack: StackName, positions: number): SourceTable => ({
  [`${stack}.positions`]: {
    tensor: `${stack}.embed_positions.*`,
    rows: [FIRST_POSITION, FIRST_POSITION + positions],
  },
  [`${stack}.embedding_norm`]: `${stack}.layernorm_embedding.*`,
});

export const bart: Family = {
  defaults: DEFAULTS.bart,
  renaming,
  read: (config) => {
    const maxPositions = config.positions('max_position_embeddings');
    const model = read(config, { positions: 'learned', maxPositions, hasEmbeddingNorm: true });
    return {
      ...model,
      tensors: {
        ...model.tensors,
        ...embeddingTensors('encoder', maxPositions),
        ...embeddingTensors('decoder', maxPositions),
      },
      forcedBosToken: config.token('forced_bos_token_id'),
    };
  },
};

/** Model family Marian. Its decoder starts with the padding token, which is never generated. */
export const marian: Family = {
  defaults: DEFAULTS.marian,
  renaming,
  read: (config) => {
    config.expectOnly('share_encoder_decoder_embeddings', true);
    config.expectOnly('normalize_before', false);
    config.expectOnly('normalize_embedding', false);
    const model = read(config, { positions: 'sinusoidHalves' });
    const pad = config.token('pad_token_id');
    return {
      ...model,
      // Marian's position tables are unused: they are sinusoidal, and computed instead of being read.
      unused: [...model.unused!, /^(encoder|decoder)\.embed_positions\.weight$/],
      decoderStart: model.decoderStart ?? pad,
      suppressedTokens: pad === null ? [] : [pad],
    };
  },
};
