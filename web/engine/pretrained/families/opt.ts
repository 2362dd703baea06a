// Model family OPT (Zhang et al. 2022).
import { DEFAULTS } from './defaults.js';
import { outputLayer } from './output-layer.js';
import type { Family } from './family.js';

/** Row of the first position in OPT's position table, which starts with two unused rows. */
const FIRST_POSITION = 2;

export const opt: Family = {
  defaults: DEFAULTS.opt,
  renaming: [
    [/^model\./, ''],
    [/^decoder\./, ''],
  ],
  read: (config, file) => {
    const embedDim = config.dim('hidden_size');
    config.expectOnly('word_embed_proj_dim', embedDim);
    config.expectOnly('layer_norm_elementwise_affine', true);
    config.expectOnly('_remove_final_layer_norm', false);
    const contextLength = config.positions('max_position_embeddings');
    const normFirst = config.flag('do_layer_norm_before');
    const hasBias = config.flag('enable_bias');
    const output = outputLayer(config, file, 'embed_tokens');
    return {
      description: {
        embedDim,
        decoder: {
          layers: config.layers('num_hidden_layers'),
          vocabulary: config.vocabulary(),
          positions: 'learned',
          maxPositions: contextLength,
          ...config.heads('hidden_size', 'num_attention_heads'),
          queryBias: hasBias,
          keyBias: hasBias,
          valueBias: hasBias,
          outputBias: hasBias,
          feedforwardDim: config.dim('ffn_dim'),
          activation: config.activation('activation_function'),
          feedforwardBias: hasBias,
          normFirst,
          hasFinalNorm: normFirst,
        },
      },
      tensors: {
        'decoder.tokens': 'embed_tokens.*',
        'decoder.positions': {
          tensor: 'embed_positions.*',
          rows: [FIRST_POSITION, FIRST_POSITION + contextLength],
        },
        'decoder.#.self_attention_norm': 'layers.#.self_attn_layer_norm.*',
        'decoder.#.self_attention.query': 'layers.#.self_attn.q_proj.*',
        'decoder.#.self_attention.key': 'layers.#.self_attn.k_proj.*',
        'decoder.#.self_attention.value': 'layers.#.self_attn.v_proj.*',
        'decoder.#.self_attention.output': 'layers.#.self_attn.out_proj.*',
        'decoder.#.feed_forward_norm': 'layers.#.final_layer_norm.*',
        'decoder.#.feed_forward.linear1': 'layers.#.fc1.*',
        'decoder.#.feed_forward.linear2': 'layers.#.fc2.*',
        // Source of the norm after the last layer. Each layer also has a norm with this name, but under the layer's
        // prefix.
        'decoder.final_norm': 'final_layer_norm.*',
        ...output.tensors,
      },
      contextLength,
      eosTokens: config.tokens('eos_token_id'),
    };
  },
};
