// Reads models from GGUF files: Llama and models with the same layers. Their metadata is mapped to the fields of a
// Hugging Face config.json, and their tensors to Hugging Face's names, so that all further code is the same for both
// formats.
import { describe, expectOneOf, expectWholeNumber } from '../core/checks.js';
import { ConfigFields } from './families/config-fields.js';
import { GgufFile } from '../weights/gguf-file.js';
import { GGUF_FAMILIES, type FamilyName } from './families/index.js';
import type { Family, FamilyModel } from './families/family.js';
import type { ByteSource, Reading } from '../weights/reading.js';

/** Replacements that turn llama.cpp's tensor names into those of the same tensors in Hugging Face's Llama. */
const RENAMING: readonly (readonly [RegExp, string])[] = [
  [/^token_embd\./, 'embed_tokens.'],
  [/^output_norm\./, 'norm.'],
  [/^output\./, 'lm_head.'],
  [/^blk\./, 'layers.'],
  [/\.attn_norm\./, '.input_layernorm.'],
  [/\.ffn_norm\./, '.post_attention_layernorm.'],
  [/\.attn_(q|k)_norm\./, '.self_attn.$1_norm.'],
  [/\.attn_(q|k|v)\./, '.self_attn.$1_proj.'],
  [/\.attn_output\./, '.self_attn.o_proj.'],
  [/\.ffn_(gate|up|down)\./, '.mlp.$1_proj.'],
];
const renamed = (tensor: string): string =>
  RENAMING.reduce((name, [pattern, replacement]) => name.replace(pattern, replacement), tensor);

/** Keys of a GGUF file, without the architecture prefix, by the equivalent field of config.json. */
const FIELDS = {
  hidden_size: 'embedding_length',
  num_hidden_layers: 'block_count',
  num_attention_heads: 'attention.head_count',
  num_key_value_heads: 'attention.head_count_kv',
  head_dim: 'attention.key_length',
  intermediate_size: 'feed_forward_length',
  rms_norm_eps: 'attention.layer_norm_rms_epsilon',
  max_position_embeddings: 'context_length',
  rope_theta: 'rope.freq_base',
  sliding_window: 'attention.sliding_window',
} as const;

export const openGgufFile = (source: ByteSource): Reading<GgufFile> => GgufFile.open(source, renamed);

/**
 * Name of the model family that a GGUF file states as its architecture.
 * @throws RangeError that names the unsupported key
 */
export const familyOfGguf = ({ metadata }: GgufFile): FamilyName =>
  expectOneOf('weights: general.architecture', metadata.get('general.architecture'), GGUF_FAMILIES);

/**
 * Reads a model's description from its GGUF file.
 * @throws TypeError or RangeError that names the unsupported key or tensor
 */
export function readGguf(weights: GgufFile, name: FamilyName, family: Family): FamilyModel {
  const { metadata } = weights;
  const config = new ConfigFields(configOf(weights, name), family.defaults, 'weights: config');
  config.within('rope_scaling').name('rope_type', ['default', 'linear'], 'default');
  config.expectOnly('sliding_window', null); // GGUF files do not state which layers have the window
  const parts = family.read(config, weights);
  const { description } = parts;
  const decoder = description.decoder!;
  const turned = metadata.get(`${name}.rope.dimension_count`) ?? decoder.headDim;
  if (turned !== decoder.headDim) {
    throw new RangeError(
      `weights: ${name}.rope.dimension_count: expected all ${decoder.headDim} numbers of a head, got ${describe(turned)}`,
    );
  }
  if (name !== 'llama') return parts;
  // GGUF files of Llama order the rows of the query and key projections so that the two elements of a rotated pair are
  // adjacent.
  const inPairs = { ...description, decoder: { ...decoder, positions: 'rotaryPairs' as const } };
  return { ...parts, description: inPairs };
}

function configOf(file: GgufFile, name: string): Record<string, unknown> {
  const { metadata } = file;
  const of = (key: string) => metadata.get(`${name}.${key}`);
  const tokens = metadata.get('tokenizer.ggml.tokens');
  const vocabulary = of('vocab_size') ?? (Array.isArray(tokens) ? tokens.length : undefined);
  const end = metadata.get('tokenizer.ggml.eos_token_id');
  return {
    // Fields whose keys are absent from the GGUF file are null, so that they get no defaults of transformers, which
    // differ from llama.cpp's.
    ...Object.fromEntries(Object.entries(FIELDS).map(([field, key]) => [field, of(key) ?? null])),
    vocab_size: vocabulary,
    tie_word_embeddings: !file.has('lm_head.weight'),
    eos_token_id: end === undefined ? null : expectWholeNumber('weights: tokenizer.ggml.eos_token_id', end, 0),
    ...(of('rope.scaling.type') !== undefined && {
      rope_scaling: {
        rope_type: of('rope.scaling.type') === 'none' ? 'default' : of('rope.scaling.type'),
        factor: of('rope.scaling.factor'),
        rope_theta: of('rope.freq_base'),
      },
    }),
  };
}
