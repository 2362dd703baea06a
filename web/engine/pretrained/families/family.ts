// A model family: how Hugging Face's config.json describes its models, and the tensor names in its files.
import type { ConfigFields, Defaults } from './config-fields.js';
import type { TransformerDescription } from '../../transformer/description.js';
import type { ImageFormat } from '../patches.js';
import type { SourceTable } from '../../parameters/parameter-source.js';
import type { WeightsFile } from '../../weights/weights-file.js';

/** A model as described by its config.json. */
export interface FamilyModel {
  description: TransformerDescription;
  /** Source of each parameter, with the tensor names after renaming. */
  tensors: SourceTable;
  /** Tensors of the file that are not used. */
  unused?: readonly RegExp[];
  /** Maximum length of a text, in tokens. */
  contextLength: number;
  /** Rows of the position table for the tokens of a text. Default: consecutive rows from the first on. */
  positionsOf?: (ids: readonly number[]) => readonly number[];
  /** Format of images, for a vision model. */
  image?: ImageFormat;
  /** Classes of images or texts, if the logits are not for a vocabulary. */
  classes?: Classes;
  /** First input token of an encoder-decoder's decoder. */
  decoderStart?: number | null;
  /** First generated token, regardless of the logits (forced_bos_token_id). */
  forcedBosToken?: number | null;
  /** Tokens that are never generated. */
  suppressedTokens?: readonly number[];
  /** Tokens that end a text. */
  eosTokens?: readonly number[];
}

export interface Classes {
  /** Names of the classes. */
  labels: readonly string[];
  /** Token whose logits classify the input: [CLS] of an image, or the last token of a text, not counting padding. */
  token: 'first' | 'last';
  /** Padding token, or null. */
  padding: number | null;
}

/** Tensors of a file, under their names after renaming. */
export type FamilyFile = Pick<WeightsFile, 'has'>;

export interface Family {
  /** Defaults of absent fields of config.json. */
  defaults: Defaults;
  /** Replacements in the file's tensor names, so that all files of the family have the same names. */
  renaming: readonly (readonly [RegExp, string])[];
  /** @throws TypeError or RangeError that names the unsupported field of config.json */
  read: (config: ConfigFields, file: FamilyFile) => FamilyModel;
}
