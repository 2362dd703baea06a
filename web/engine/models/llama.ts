// Llama (Touvron et al. 2023) and what has its layers: Mistral, Qwen2 and Qwen3, within their windows.
import { outputLayer } from './output-layer.js';
import type { Family, FamilyModel } from './family.js';
import type { ConfigFields } from './config-fields.js';
import type { StackDescription } from '../model/description.js';

type RotaryFrequencies = Pick<
  StackDescription,
  'theta' | 'rotaryFactor' | 'rotaryLowFactor' | 'rotaryHighFactor' | 'rotaryOriginalLength'
>;

/** The frequencies of the positions. Since version 5, transformers has them in one object; the older one prevails, as there. */
export function rotaryFrequencies(config: ConfigFields): RotaryFrequencies {
  const parameters = config.within(config.has('rope_scaling') ? 'rope_scaling' : 'rope_parameters');
  const theta = (parameters.has('rope_theta') ? parameters : config).positive('rope_theta', 10_000);
  const kind = parameters.name(
    parameters.has('rope_type') ? 'rope_type' : 'type',
    ['default', 'linear', 'llama3'],
    'default',
  );
  if (kind === 'default') return { theta };
  const rotaryFactor = parameters.positive('factor');
  if (kind === 'linear') return { theta, rotaryFactor };
  const rotaryLowFactor = parameters.positive('low_freq_factor');
  const rotaryHighFactor = parameters.positive('high_freq_factor');
  if (rotaryHighFactor <= rotaryLowFactor) {
    throw parameters.error('high_freq_factor', `more than low_freq_factor = ${rotaryLowFactor}`);
  }
  return {
    ...{ theta, rotaryFactor, rotaryLowFactor, rotaryHighFactor },
    rotaryOriginalLength: parameters.positions('original_max_position_embeddings'),
  };
}

interface Variant {
  /** Whether the projections to queries, keys and values have biases, and that of the output has none. */
  queryBias?: boolean;
  /** Whether the output layer shares the embedding's weights where the config does not say. */
  isTiedByDefault?: boolean;
  /** Whether each head has norms of its queries and keys. */
  hasQueryKeyNorm?: boolean;
  /** Whether the layers have a window where the config has its size. */
  hasWindow?: (config: ConfigFields) => boolean;
}

/** A model with the layers of Llama, as its config describes it. */
export function readLlama(
  config: ConfigFields,
  { queryBias = false, isTiedByDefault = false, hasQueryKeyNorm = false, hasWindow }: Variant,
): FamilyModel {
  config.expectOnly('partial_rotary_factor', 1);
  const numHeads = config.dim('num_attention_heads');
  const numKvHeads = config.whole('num_key_value_heads', 1, numHeads, numHeads);
  if (numHeads % numKvHeads !== 0) {
    throw config.error('num_key_value_heads', `a divisor of num_attention_heads = ${numHeads}`);
  }
  const headDim = config.has('head_dim')
    ? config.dim('head_dim')
    : config.heads('hidden_size', 'num_attention_heads').headDim;
  if (headDim % 2 !== 0) throw new RangeError(`config.head_dim: expected an even number, got ${headDim}`);
  const output = outputLayer(config, isTiedByDefault, 'embed_tokens');
  const bias = config.flag('attention_bias', false);
  const qkvBias = bias || queryBias;
  const positions = config.positions('max_position_embeddings');
  // In a text that is no longer than the window, it leaves nothing out.
  if (!hasWindow) config.expectOnly('sliding_window', null);
  const isWindowed = hasWindow?.(config) === true && config.has('sliding_window');
  return {
    description: {
      embedDim: config.dim('hidden_size'),
      decoder: {
        layers: config.layers('num_hidden_layers'),
        vocabulary: config.vocabulary(),
        positions: 'rotaryHalves',
        rotaryDim: headDim,
        ...rotaryFrequencies(config),
        hasQueryKeyNorm,
        ...{ numHeads, numKvHeads, headDim },
        ...{ queryBias: qkvBias, keyBias: qkvBias, valueBias: qkvBias, outputBias: bias },
        feedforwardDim: config.dim('intermediate_size'),
        activation: config.activation('hidden_act', 'silu'),
        isGated: true,
        feedforwardBias: config.flag('mlp_bias', false),
        norm: 'rms',
        epsilon: config.positive('rms_norm_eps', 1e-6),
      },
    },
    tensors: {
      'decoder.tokens': 'embed_tokens.*',
      'decoder.#.self_attention_norm': 'layers.#.input_layernorm.*',
      'decoder.#.self_attention.query': 'layers.#.self_attn.q_proj.*',
      'decoder.#.self_attention.key': 'layers.#.self_attn.k_proj.*',
      'decoder.#.self_attention.value': 'layers.#.self_attn.v_proj.*',
      'decoder.#.self_attention.query_norm': 'layers.#.self_attn.q_norm.*',
      'decoder.#.self_attention.key_norm': 'layers.#.self_attn.k_norm.*',
      'decoder.#.self_attention.output': 'layers.#.self_attn.o_proj.*',
      'decoder.#.feed_forward_norm': 'layers.#.post_attention_layernorm.*',
      'decoder.#.feed_forward.linear1': 'layers.#.mlp.gate_proj.*', // the one that is activated
      'decoder.#.feed_forward.gate': 'layers.#.mlp.up_proj.*',
      'decoder.#.feed_forward.linear2': 'layers.#.mlp.down_proj.*',
      'decoder.final_norm': 'norm.*',
      ...output.tensors,
    },
    unused: [/rotary_emb\.inv_freq$/, ...output.unused],
    contextLength: isWindowed ? Math.min(positions, config.positions('sliding_window')) : positions,
    end: config.tokens('eos_token_id'),
  };
}

export const LLAMA_NAMES: Family['renaming'] = [[/^model\./, '']];

const family = (variant: Variant): Family => ({
  renaming: LLAMA_NAMES,
  read: (config) => readLlama(config, variant),
});

const isWindowUsed = (config: ConfigFields): boolean => config.flag('use_sliding_window', false);

export const llama = family({});
export const mistral = family({ hasWindow: () => true });
export const qwen2 = family({ queryBias: true, hasWindow: isWindowUsed });
export const qwen3 = family({ hasQueryKeyNorm: true, hasWindow: isWindowUsed });
