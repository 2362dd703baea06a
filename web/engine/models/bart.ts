// BART (Lewis et al. 2020), an encoder-decoder.
import type { ConfigFields } from './config-fields.js';
import type { Family } from './family.js';
import type { StackDescription } from '../model/description.js';
import type { SourceTable } from '../model/parameter-source.js';

/** The first rows of the table of positions are those of no token. */
const FIRST_POSITION = 2;

function stackOf(config: ConfigFields, stack: 'encoder' | 'decoder'): StackDescription {
  const embedDim = config.dim('d_model');
  return {
    layers: config.layers(`${stack}_layers`),
    vocabulary: config.vocabulary(),
    embeddingScale: config.flag('scale_embedding', false) ? Math.sqrt(embedDim) : 1,
    positions: 'learned',
    maxPositions: config.positions('max_position_embeddings'),
    ...config.heads('d_model', `${stack}_attention_heads`),
    hasCrossAttention: stack === 'decoder',
    feedforwardDim: config.dim(`${stack}_ffn_dim`),
    activation: config.activation('activation_function', 'gelu'),
    normFirst: false,
    hasEmbeddingNorm: true,
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

const stackTensors = (stack: 'encoder' | 'decoder', positions: number): SourceTable => ({
  [`${stack}.tokens`]: 'shared.*',
  [`${stack}.positions`]: {
    tensor: `${stack}.embed_positions.*`,
    rows: [FIRST_POSITION, FIRST_POSITION + positions],
  },
  [`${stack}.embedding_norm`]: `${stack}.layernorm_embedding.*`,
  ...attentionTensors(`${stack}.#.self_attention`, `${stack}.layers.#.self_attn`),
  ...attentionTensors(`${stack}.#.cross_attention`, `${stack}.layers.#.encoder_attn`),
  [`${stack}.#.feed_forward.linear1`]: `${stack}.layers.#.fc1.*`,
  [`${stack}.#.feed_forward.linear2`]: `${stack}.layers.#.fc2.*`,
  [`${stack}.#.feed_forward_norm`]: `${stack}.layers.#.final_layer_norm.*`,
});

export const bart: Family = {
  renaming: [[/^model\./, '']],
  read: (config) => {
    config.expectOnly('tie_word_embeddings', true);
    config.expectOnly('decoder_attention_heads', config.dim('encoder_attention_heads'));
    const contextLength = config.positions('max_position_embeddings');
    return {
      description: {
        embedDim: config.dim('d_model'),
        encoder: stackOf(config, 'encoder'),
        decoder: stackOf(config, 'decoder'),
        hasOutputBias: true,
      },
      tensors: {
        ...stackTensors('encoder', contextLength),
        ...stackTensors('decoder', contextLength),
        'output.weight': 'shared.weight',
        'output.bias': { tensor: 'final_logits_bias', asRow: true },
      },
      unused: [/^lm_head\.weight$/, /^(encoder|decoder)\.embed_tokens\.weight$/],
      contextLength,
      decoderStart: config.token('decoder_start_token_id'),
      forcedFirst: config.token('forced_bos_token_id'),
      end: config.tokens('eos_token_id'),
    };
  },
};
