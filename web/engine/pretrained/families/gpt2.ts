// Model family GPT-2 (Radford et al. 2019). Its projections are stored as [in, out], with those of queries, keys and
// values in one matrix.
import { DEFAULTS } from './defaults.js';
import { outputLayer } from './output-layer.js';
import type { Family } from './family.js';

export const gpt2: Family = {
  defaults: DEFAULTS.gpt2,
  renaming: [[/^transformer\./, '']],
  read: (config, file) => {
    config.expectOnly('scale_attn_by_inverse_layer_idx', false);
    config.expectOnly('add_cross_attention', false);
    const embedDim = config.dim('n_embd');
    const heads = config.heads('n_embd', 'n_head');
    const contextLength = config.positions('n_positions');
    const output = outputLayer(config, file, 'wte');
    const part = (index: number) =>
      ({ tensor: 'h.#.attn.c_attn.*', rows: [index * embedDim, 3 * embedDim], transposed: true }) as const;
    const whole = (tensor: string) => ({ tensor, transposed: true }) as const;
    return {
      description: {
        embedDim,
        decoder: {
          layers: config.layers('n_layer'),
          vocabulary: config.vocabulary(),
          positions: 'learned',
          maxPositions: contextLength,
          ...heads,
          scale: config.flag('scale_attn_weights') ? 1 / Math.sqrt(heads.headDim) : 1,
          feedforwardDim: config.dim('n_inner', 4 * embedDim),
          activation: config.activation('activation_function'),
          epsilon: config.positive('layer_norm_epsilon'),
        },
      },
      tensors: {
        'decoder.tokens': 'wte.*',
        'decoder.positions': 'wpe.*',
        'decoder.#.self_attention_norm': 'h.#.ln_1.*',
        'decoder.#.self_attention.query': part(0),
        'decoder.#.self_attention.key': part(1),
        'decoder.#.self_attention.value': part(2),
        'decoder.#.self_attention.output': whole('h.#.attn.c_proj.*'),
        'decoder.#.feed_forward_norm': 'h.#.ln_2.*',
        'decoder.#.feed_forward.linear1': whole('h.#.mlp.c_fc.*'),
        'decoder.#.feed_forward.linear2': whole('h.#.mlp.c_proj.*'),
        'decoder.final_norm': 'ln_f.*',
        ...output.tensors,
      },
      // Unused tensors in older files: the causal mask, and the large negative number that masked scores are set to.
      unused: [/\.attn\.(bias|masked_bias)$/],
      contextLength,
      eosTokens: config.tokens('eos_token_id'),
    };
  },
};
