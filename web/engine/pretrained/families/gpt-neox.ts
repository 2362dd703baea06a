// Model family GPT-NeoX (Black et al. 2022), which includes Pythia. One matrix contains the projections of queries,
// keys and values, interleaved by head. A layer's attention and feed-forward network read the same input.
import { DEFAULTS } from './defaults.js';
import { rotaryFrequencies, rotaryParameters } from './rotary-frequencies.js';
import { outputLayer } from './output-layer.js';
import type { ConfigFields } from './config-fields.js';
import type { Family } from './family.js';

/** Number of dimensions per head that rotary embedding rotates. It is even, since they are rotated in pairs. */
function rotaryDimOf(config: ConfigFields, headDim: number): number {
  const parameters = rotaryParameters(config);
  const [fields, field] = parameters.has('partial_rotary_factor')
    ? [parameters, 'partial_rotary_factor']
    : [config, 'rotary_pct'];
  const share = fields.positive(field);
  const rotaryDim = Math.floor(headDim * share);
  if (share <= 1 && rotaryDim % 2 === 0) return rotaryDim;
  throw fields.error(field, `an even number of each head's ${headDim} numbers, as a share from 0 to 1`);
}

export const gptNeox: Family = {
  defaults: DEFAULTS.gpt_neox,
  renaming: [[/^gpt_neox\./, '']],
  read: (config, file) => {
    const heads = config.heads('hidden_size', 'num_attention_heads');
    const rotaryDim = rotaryDimOf(config, heads.headDim);
    const bias = config.flag('attention_bias');
    const output = outputLayer(config, file, 'embed_in', 'embed_out');
    const part = (index: number) =>
      ({
        tensor: 'layers.#.attention.query_key_value.*',
        interleaved: { block: heads.headDim, parts: 3, part: index },
      }) as const;
    return {
      description: {
        embedDim: config.dim('hidden_size'),
        decoder: {
          layers: config.layers('num_hidden_layers'),
          vocabulary: config.vocabulary(),
          positions: 'rotaryHalves',
          rotaryDim,
          ...rotaryFrequencies(config, rotaryDim, { thetaField: 'rotary_emb_base' }),
          ...heads,
          queryBias: bias,
          keyBias: bias,
          valueBias: bias,
          outputBias: bias,
          feedforwardDim: config.dim('intermediate_size'),
          activation: config.activation('hidden_act'),
          epsilon: config.positive('layer_norm_eps'),
          isParallel: config.flag('use_parallel_residual'),
        },
      },
      tensors: {
        'decoder.tokens': 'embed_in.*',
        'decoder.#.self_attention_norm': 'layers.#.input_layernorm.*',
        'decoder.#.self_attention.query': part(0),
        'decoder.#.self_attention.key': part(1),
        'decoder.#.self_attention.value': part(2),
        'decoder.#.self_attention.output': 'layers.#.attention.dense.*',
        'decoder.#.feed_forward_norm': 'layers.#.post_attention_layernorm.*',
        'decoder.#.feed_forward.linear1': 'layers.#.mlp.dense_h_to_4h.*',
        'decoder.#.feed_forward.linear2': 'layers.#.mlp.dense_4h_to_h.*',
        'decoder.final_norm': 'final_layer_norm.*',
        ...output.tensors,
      },
      unused: [
        /\.attention\.(bias|masked_bias|rotary_emb\.inv_freq)$/, // buffers: the causal mask and the frequencies
      ],
      contextLength: config.positions('max_position_embeddings'),
      eosTokens: config.tokens('eos_token_id'),
    };
  },
};
