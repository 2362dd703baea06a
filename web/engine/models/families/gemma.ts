// Gemma (Gemma Team 2024): Llama's layers with GeGLU, scaled embeddings, and norms that are stored without their 1. Gemma 2 and 3
// normalize what attention and feed-forward layer give, and most of their layers have a window; Gemma 2 caps scores and logits,
// Gemma 3 (2025) normalizes queries and keys.
import { LLAMA_NAMES, localLayersOf, readLlama } from './llama.js';
import { rotaryFrequencies } from './rotary-frequencies.js';
import type { ConfigFields } from './config-fields.js';
import type { Family, FamilyModel } from './family.js';
import type { StackDescription } from '../../model/description.js';
import type { SourceTable } from '../../model/parameter-source.js';

const norms = (stored: Readonly<Record<string, string>>): SourceTable =>
  Object.fromEntries(Object.entries(stored).map(([name, tensor]) => [name, { tensor, plus: 1 }]));

/** @param more what its stack has besides */
function gemmaOf(
  config: ConfigFields,
  model: FamilyModel,
  more: Partial<StackDescription>,
  stored: Readonly<Record<string, string>>,
): FamilyModel {
  const { description, tensors } = model;
  const activation = config.has('hidden_activation') ? 'hidden_activation' : 'hidden_act';
  return {
    ...model,
    description: {
      ...description,
      decoder: {
        ...description.decoder!,
        activation: config.activation(activation, 'gelu_pytorch_tanh'),
        embeddingScale: Math.sqrt(description.embedDim),
        ...more,
      },
    },
    tensors: { ...tensors, ...norms(stored) },
  };
}

export const gemma: Family = {
  renaming: LLAMA_NAMES,
  read: (config) =>
    gemmaOf(
      config,
      readLlama(config, { isTiedByDefault: true }),
      {},
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

/** @param every of so many layers, the last has no window */
const localLayers = (every: number) => (config: ConfigFields) =>
  localLayersOf(config, config.positions('sliding_window', 4096), (layer) => (layer + 1) % every !== 0);

/** What Gemma 2 and 3 have in common. @param softcaps by default: of the scores, and of the logits */
function later(config: ConfigFields, softcaps: readonly [number | null, number | null]): Partial<StackDescription> {
  const scoreSoftcap = config.positiveOrNull('attn_logit_softcapping', softcaps[0]);
  const logitSoftcap = config.positiveOrNull('final_logit_softcapping', softcaps[1]);
  config.expectOnly('use_bidirectional_attention', false);
  return {
    hasOutputNorms: true,
    scale: 1 / Math.sqrt(config.positive('query_pre_attn_scalar', 256)),
    ...(scoreSoftcap !== null && { scoreSoftcap }),
    ...(logitSoftcap !== null && { logitSoftcap }),
  };
}

export const gemma2: Family = {
  renaming: LLAMA_NAMES,
  read: (config) =>
    gemmaOf(
      config,
      readLlama(config, { isTiedByDefault: true, local: localLayers(2) }),
      later(config, [50, 30]),
      FOUR_NORMS,
    ),
};

/** The frequencies of the layers without a window, and the base of those of the others. */
function gemma3Frequencies(config: ConfigFields, headDim: number): Partial<StackDescription> {
  const parameters = config.within('rope_parameters');
  const [full, local] = [parameters.within('full_attention'), parameters.within('sliding_attention')];
  local.expectOnly('rope_type', 'default');
  const [fields, field] = local.has('rope_theta') ? [local, 'rope_theta'] : [config, 'rope_local_base_freq'];
  return {
    ...rotaryFrequencies(config, headDim, config.has('rope_scaling') ? config.within('rope_scaling') : full, 1_000_000),
    localTheta: fields.positive(field, 10_000),
  };
}

export const gemma3: Family = {
  renaming: LLAMA_NAMES,
  read: (config) =>
    gemmaOf(
      config,
      readLlama(config, {
        isTiedByDefault: true,
        hasQueryKeyNorm: true,
        local: localLayers(config.whole('sliding_window_pattern', 1, 2 ** 16, 6)),
        frequencies: gemma3Frequencies,
      }),
      later(config, [null, null]),
      {
        ...FOUR_NORMS,
        'decoder.#.self_attention.query_norm': 'layers.#.self_attn.q_norm.*',
        'decoder.#.self_attention.key_norm': 'layers.#.self_attn.k_norm.*',
      },
    ),
};
