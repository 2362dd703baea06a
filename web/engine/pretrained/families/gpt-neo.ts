// Model family GPT-Neo (Black et al. 2021): scores are unscaled, and every other layer has a sliding window.
import { DEFAULTS } from './defaults.js';
import { outputLayer } from './output-layer.js';
import type { ConfigFields } from './config-fields.js';
import type { Family } from './family.js';
import type { StackDescription } from '../../transformer/description.js';

const TYPES = ['global', 'local'] as const;

/**
 * Description of GPT-Neo's layers with a sliding window: every other layer, unless config.json has a list of layer
 * types, or a run-length encoded one.
 */
function localLayers(config: ConfigFields, layers: number): Partial<StackDescription> {
  const types =
    config.layerNames('attention_layers', TYPES, layers) ?? config.repeatedNames('attention_types', TYPES, layers);
  const all = Array.from({ length: layers }, (_, layer) => layer);
  return {
    localLayers: all.filter((layer) => (types ? types[layer] === 'local' : layer % 2 === 1)),
    window: config.positions('window_size'),
  };
}

export const gptNeo: Family = {
  defaults: DEFAULTS.gpt_neo,
  renaming: [[/^transformer\./, '']],
  read: (config, file) => {
    const embedDim = config.dim('hidden_size');
    const positions = config.positions('max_position_embeddings');
    const layers = config.layers('num_layers');
    const output = outputLayer(config, file, 'wte');
    return {
      description: {
        embedDim,
        decoder: {
          layers,
          vocabulary: config.vocabulary(),
          positions: 'learned',
          maxPositions: positions,
          ...config.heads('hidden_size', 'num_heads'),
          scale: 1,
          ...localLayers(config, layers),
          queryBias: false,
          keyBias: false,
          valueBias: false,
          feedforwardDim: config.dim('intermediate_size', 4 * embedDim),
          activation: config.activation('activation_function'),
          epsilon: config.positive('layer_norm_epsilon'),
        },
      },
      tensors: {
        'decoder.tokens': 'wte.*',
        'decoder.positions': 'wpe.*',
        'decoder.#.self_attention_norm': 'h.#.ln_1.*',
        'decoder.#.self_attention.query': 'h.#.attn.attention.q_proj.*',
        'decoder.#.self_attention.key': 'h.#.attn.attention.k_proj.*',
        'decoder.#.self_attention.value': 'h.#.attn.attention.v_proj.*',
        'decoder.#.self_attention.output': 'h.#.attn.attention.out_proj.*',
        'decoder.#.feed_forward_norm': 'h.#.ln_2.*',
        'decoder.#.feed_forward.linear1': 'h.#.mlp.c_fc.*',
        'decoder.#.feed_forward.linear2': 'h.#.mlp.c_proj.*',
        'decoder.final_norm': 'ln_f.*',
        ...output.tensors,
      },
      // Unused tensors in older files: the causal mask, and the large negative number that masked scores are set to.
      unused: [/\.attn\.attention\.(bias|masked_bias)$/],
      contextLength: positions,
      eosTokens: config.tokens('eos_token_id'),
    };
  },
};
