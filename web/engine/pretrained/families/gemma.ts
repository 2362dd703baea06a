// Model family Gemma (Gemma Team 2024): Llama's layers with GeGLU, scaled embeddings, and norm weights stored minus 1.
// Gemma 2 and 3 normalize the outputs of attention and feed-forward layers, and most of their layers have a sliding
// window. Gemma 2 caps scores and logits; Gemma 3 (2025) normalizes queries and keys.
import { DEFAULTS } from './defaults.js';
import { LLAMA_NAMES, localLayersOf, readLlama } from './llama.js';
import { rotaryFrequencies } from './rotary-frequencies.js';
import type { ConfigFields } from './config-fields.js';
import type { Family, FamilyModel } from './family.js';
import type { StackDescription } from '../../transformer/description.js';
import type { SourceTable } from '../../parameters/parameter-source.js';

const norms = (stored: Readonly<Record<string, string>>): SourceTable =>
  Object.fromEntries(Object.entries(stored).map(([name, tensor]) => [name, { tensor, plus: 1 }]));

/**
 * Reads the description of a Gemma, Gemma 2 or Gemma 3 model.
 * @param more fields of the decoder's description that not all of these families have
 */
function gemmaOf(
  config: ConfigFields,
  model: FamilyModel,
  more: Partial<StackDescription>,
  stored: Readonly<Record<string, string>>,
): FamilyModel {
  config.expectOnly('use_bidirectional_attention', false);
  const { description, tensors } = model;
  return {
    ...model,
    description: {
      ...description,
      decoder: {
        ...description.decoder!,
        embeddingScale: Math.sqrt(description.embedDim),
        ...more,
      },
    },
    tensors: { ...tensors, ...norms(stored) },
  };
}

export const gemma: Family = {
  defaults: DEFAULTS.gemma,
  renaming: LLAMA_NAMES,
  read: (config, file) =>
    gemmaOf(
      config,
      readLlama(config, file, {}),
      // The config.json of the first published models specifies 'gelu' but means its tanh approximation.
      config.activation('hidden_act') === 'gelu' ? { activation: 'geluTanh' } : {},
      {
        'decoder.#.self_attention_norm': 'layers.#.input_layernorm.*',
        'decoder.#.feed_forward_norm': 'layers.#.post_attention_layernorm.*',
        'decoder.final_norm': 'norm.*',
      },
    ),
};

const FOUR_NORMS = {
  'decoder.#.self_attention_norm': 'layers.#.input_layernorm.*',
  'decoder.#.self_attention_output_norm': 'layers.#.post_attention_layernorm.*',
  'decoder.#.feed_forward_norm': 'layers.#.pre_feedforward_layernorm.*',
  'decoder.#.feed_forward_output_norm': 'layers.#.post_feedforward_layernorm.*',
  'decoder.final_norm': 'norm.*',
};

/**
 * Returns a function that reads the layers with a sliding window from config.json.
 * @param every period of the layers that is used if config.json does not list them: the last layer of each period has
 * no window
 */
const localLayers = (every: number) => (config: ConfigFields) =>
  localLayersOf(config, config.positions('sliding_window'), (layer) => (layer + 1) % every !== 0);

/** Part of the decoder's description that Gemma 2 and 3 have in common, but not Gemma. */
function later(config: ConfigFields): Partial<StackDescription> {
  const scoreSoftcap = config.positiveOrNull('attn_logit_softcapping');
  const logitSoftcap = config.positiveOrNull('final_logit_softcapping');
  return {
    hasOutputNorms: true,
    scale: 1 / Math.sqrt(config.positive('query_pre_attn_scalar')),
    ...(scoreSoftcap !== null && { scoreSoftcap }),
    ...(logitSoftcap !== null && { logitSoftcap }),
  };
}

export const gemma2: Family = {
  defaults: DEFAULTS.gemma2,
  renaming: LLAMA_NAMES,
  read: (config, file) =>
    gemmaOf(
      config,
      readLlama(config, file, { activation: 'hidden_activation', local: localLayers(2) }),
      later(config),
      FOUR_NORMS,
    ),
};

/**
 * Rotary frequencies of Gemma 3: those of the layers without a sliding window, and the base of the frequencies in
 * layers with one.
 */
function gemma3Frequencies(config: ConfigFields, headDim: number): Partial<StackDescription> {
  const parameters = config.within('rope_parameters');
  const [full, local] = [parameters.within('full_attention'), parameters.within('sliding_attention')];
  local.expectOnly('rope_type', 'default');
  const [fields, field] = local.has('rope_theta') ? [local, 'rope_theta'] : [config, 'rope_local_base_freq'];
  return {
    ...rotaryFrequencies(config, headDim, {
      parameters: config.has('rope_scaling') ? config.within('rope_scaling') : full,
    }),
    localTheta: fields.positive(field),
  };
}

export const gemma3: Family = {
  defaults: DEFAULTS.gemma3_text,
  renaming: LLAMA_NAMES,
  read: (config, file) =>
    gemmaOf(
      config,
      readLlama(config, file, {
        activation: 'hidden_activation',
        hasQueryKeyNorm: true,
        local: localLayers(config.whole('sliding_window_pattern', 1, 2 ** 16)),
        frequencies: gemma3Frequencies,
      }),
      later(config),
      {
        ...FOUR_NORMS,
        'decoder.#.self_attention.query_norm': 'layers.#.self_attn.q_norm.*',
        'decoder.#.self_attention.key_norm': 'layers.#.self_attn.k_norm.*',
      },
    ),
};
