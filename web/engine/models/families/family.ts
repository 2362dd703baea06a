// What a family of models is to the engine: how Hugging Face's config.json describes one of it, and under which names its
// file has the tensors.
import type { ConfigFields } from './config-fields.js';
import type { TransformerDescription } from '../../model/description.js';
import type { ImageFormat } from '../patches.js';
import type { SourceTable } from '../../model/parameter-source.js';

/** The families: their names in the model_type of a config.json, and those that people know; null: of our trainer only. */
export const FAMILY_TITLES = {
  llama: 'Llama',
  mistral: 'Mistral',
  qwen2: 'Qwen',
  qwen3: 'Qwen',
  gemma: 'Gemma',
  gemma2: 'Gemma',
  gemma3_text: 'Gemma',
  gpt2: 'GPT-2',
  gpt_neo: 'GPT-Neo',
  gpt_neox: 'GPT-NeoX',
  opt: 'OPT',
  bert: 'BERT',
  distilbert: 'DistilBERT',
  albert: 'ALBERT',
  roberta: 'RoBERTa',
  'xlm-roberta': 'XLM-RoBERTa',
  bart: 'BART',
  marian: 'Marian',
  t5: 'T5',
  vit: 'ViT',
  spotlight: null,
} as const;
export type FamilyName = keyof typeof FAMILY_TITLES;
export const FAMILY_NAMES = Object.keys(FAMILY_TITLES) as readonly FamilyName[];

/** Those whose models read images in place of texts. */
export const IMAGE_FAMILIES: readonly FamilyName[] = ['vit'];

/** A model as its config.json describes it. */
export interface FamilyModel {
  description: TransformerDescription;
  /** Where the parameters are, after the renaming. */
  tensors: SourceTable;
  /** Tensors of the file that are not part of what is computed. */
  unused?: readonly RegExp[];
  /** The longest text, in tokens. */
  contextLength: number;
  /** The images that it reads in place of texts. */
  image?: ImageFormat;
  /** What computes the logits of a class for an image: the names of its classes and of its tensors, without .weight and .bias. */
  classifier?: { tensor: string; labels: readonly string[] };
  /** The token that the decoder of an encoder-decoder begins with. */
  decoderStart?: number | null;
  /** The first token that it generates, whatever the logits are. */
  forcedFirst?: number | null;
  /** Tokens that are never generated. */
  never?: readonly number[];
  /** The tokens that end a text. */
  end?: readonly number[];
}

export interface Family {
  /** What is replaced in the names of the file's tensors, so that all files of the family have the same. */
  renaming: readonly (readonly [RegExp, string])[];
  /** @throws TypeError or RangeError that names the field of config.json that does not fit */
  read: (config: ConfigFields) => FamilyModel;
}
