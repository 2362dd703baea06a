// A model family: how Hugging Face's config.json describes its models, and the tensor names in its files.
import type { ConfigFields, Defaults } from './config-fields.js';
import type { TransformerDescription } from '../../transformer/description.js';
import type { ImageFormat } from '../patches.js';
import type { SourceTable } from '../../parameters/parameter-source.js';
import type { WeightsFile } from '../../weights/weights-file.js';

/** A model as described by its config.json. */
export interface FamilyModel {
  description: TransformerDescription;
  /** Sources of the parameters, by renamed tensors. */
  tensors: SourceTable;
  /** Tensors of the file that are not used. */
  unused?: readonly RegExp[];
  /** Maximum length of a text, in tokens. */
  contextLength: number;
  /** Rows of the position table for the tokens of a text. Default: the first rows, in order. */
  positionsOf?: (ids: readonly number[]) => readonly number[];
  /** Format of images, for a vision model. */
  image?: ImageFormat;
  /** Classes of images or texts, if the logits are not over a vocabulary. */
  classes?: Classes;
  /** First token of an encoder-decoder's decoder. */
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
  /** Token whose logits classify the input: [CLS] of an image, or the last token of a text that is not padding. */
  token: 'first' | 'last';
  /** Padding token, or null. */
  padding: number | null;
}

/** Renamed tensors of a file. */
export type FamilyFile = Pick<WeightsFile, 'has'>;

export interface Family {
  /** Defaults of absent fields of config.json. */
  defaults: Defaults;
  /** Replacements in the file's tensor names, which unify the names within the family. */
  renaming: readonly (readonly [RegExp, string])[];
  /** @throws TypeError or RangeError that names the unsupported field of config.json */
  read: (config: ConfigFields, file: FamilyFile) => FamilyModel;
}
