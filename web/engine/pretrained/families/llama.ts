// Model family Llama (Touvron et al. 2023), and families with the same layers: Mistral, Qwen2 and Qwen3.
import { DEFAULTS } from './defaults.js';
import { rotaryFrequencies, rotaryParameters } from './rotary-frequencies.js';
import { outputLayer } from './output-layer.js';
import type { Family, FamilyFile, FamilyModel } from './family.js';
import type { ConfigFields, Defaults } from './config-fields.js';
import type { StackDescription } from '../../transformer/description.js';

type LocalLayers = Pick<StackDescription, 'localLayers' | 'window'>;

/**
 * Layers with a sliding window, and its size. The layers are those that config.json lists, or else those for which
 * `isLocal` returns true.
 */
export function localLayersOf(config: ConfigFields, window: number, isLocal: (layer: number) => boolean): LocalLayers {
  const layers = config.layers('num_hidden_layers');
  const types = config.layerNames('layer_types', ['full_attention', 'sliding_attention'], layers);
  const isOne = types ? (layer: number) => types[layer] === 'sliding_attention' : isLocal;
  return { localLayers: Array.from({ length: layers }, (_, layer) => layer).filter(isOne), window };
}

interface Variant {
  /** True if the query, key and value projections have biases, but the output projection has none. */
  queryBias?: boolean;
  /** True if the queries and keys of each head are normalized. */
  hasQueryKeyNorm?: boolean;
  /** Name of the config.json field that contains the activation function. Default 'hidden_act'. */
  activation?: string;
  frequencies?: (config: ConfigFields, headDim: number) => Partial<StackDescription>;
  /** Returns the layers with a sliding window. Default: the family has none. */
  local?: (config: ConfigFields) => LocalLayers;
}

export function readLlama(
  config: ConfigFields,
  file: FamilyFile,
  {
    queryBias = false,
    hasQueryKeyNorm = false,
    activation = 'hidden_act',
    frequencies = rotaryFrequencies,
    local,
  }: Variant,
): FamilyModel {
  for (const fields of [config, rotaryParameters(config)]) fields.expectOnly('partial_rotary_factor', 1);
  const numHeads = config.dim('num_attention_heads');
  const numKvHeads = config.has('num_key_value_heads') ? config.whole('num_key_value_heads', 1, numHeads) : numHeads;
  if (numHeads % numKvHeads !== 0) {
    throw config.error('num_key_value_heads', `a divisor of num_attention_heads = ${numHeads}`);
  }
  const headDim = config.has('head_dim')
    ? config.dim('head_dim')
    : config.heads('hidden_size', 'num_attention_heads').headDim;
  if (headDim % 2 !== 0) throw new RangeError(`config.head_dim: expected an even number, got ${headDim}`);
  const output = outputLayer(config, file, 'embed_tokens');
  const bias = config.flag('attention_bias', false);
  const qkvBias = bias || queryBias;
  if (!local) config.expectOnly('sliding_window', null);
  return {
    description: {
      embedDim: config.dim('hidden_size'),
      decoder: {
        layers: config.layers('num_hidden_layers'),
        vocabulary: config.vocabulary(),
        positions: 'rotaryHalves',
        rotaryDim: headDim,
        ...frequencies(config, headDim),
        ...local?.(config),
        hasQueryKeyNorm,
        numHeads,
        numKvHeads,
        headDim,
        queryBias: qkvBias,
        keyBias: qkvBias,
        valueBias: qkvBias,
        outputBias: bias,
        feedforwardDim: config.dim('intermediate_size'),
        activation: config.activation(activation),
        isGated: true,
        feedforwardBias: config.flag('mlp_bias', false),
        norm: 'rms',
        epsilon: config.positive('rms_norm_eps'),
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
      // Source of linear1: the gate projection, since the engine applies the activation function to linear1's output.
      'decoder.#.feed_forward.linear1': 'layers.#.mlp.gate_proj.*',
      'decoder.#.feed_forward.up': 'layers.#.mlp.up_proj.*',
      'decoder.#.feed_forward.linear2': 'layers.#.mlp.down_proj.*',
      'decoder.final_norm': 'norm.*',
      ...output.tensors,
    },
    unused: [/rotary_emb\.inv_freq$/],
    contextLength: config.positions('max_position_embeddings'),
    eosTokens: config.tokens('eos_token_id'),
  };
}

export const LLAMA_NAMES: Family['renaming'] = [[/^model\./, '']];

const family = (defaults: Defaults, variant: Variant): Family => ({
  defaults,
  renaming: LLAMA_NAMES,
  read: (config, file) => readLlama(config, file, variant),
});

const mistralLayers = (config: ConfigFields): LocalLayers =>
  config.has('sliding_window')
    ? {
        localLayers: Array.from({ length: config.layers('num_hidden_layers') }, (_, layer) => layer),
        window: config.positions('sliding_window'),
      }
    : {};

function qwenLayers(config: ConfigFields): LocalLayers {
  if (!config.flag('use_sliding_window') || !config.has('sliding_window')) return {};
  const first = config.whole('max_window_layers', 0, 2 ** 16);
  return localLayersOf(config, config.positions('sliding_window'), (layer) => layer >= first);
}

export const llama = family(DEFAULTS.llama, {});
export const mistral = family(DEFAULTS.mistral, { local: mistralLayers });
export const qwen2 = family(DEFAULTS.qwen2, { queryBias: true, local: qwenLayers });
export const qwen3 = family(DEFAULTS.qwen3, { hasQueryKeyNorm: true, local: qwenLayers });
