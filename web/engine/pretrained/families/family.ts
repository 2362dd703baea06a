// A family of models: how Hugging Face's config.json describes a model, and the names of the tensors in its file.
import type { ConfigFields, Defaults } from './config-fields.js';
import type { TransformerDescription } from '../../transformer/description.js';
import type { ImageFormat } from '../patches.js';
import type { SourceTable } from '../../parameters/parameter-source.js';
import type { WeightsFile } from '../../weights/weights-file.js';

/** A model as its config.json describes it. */
export interface FamilyModel {
  description: TransformerDescription;
  /** Sources of the parameters, after the renaming. */
  tensors: SourceTable;
  /** Tensors of the file that the computation does not use. */
  unused?: readonly RegExp[];
  /** Maximum length of a text, in tokens. */
  contextLength: number;
  /** Rows of the table of positions for the tokens of a text. Default: the first rows, in order. */
  positionsOf?: (ids: readonly number[]) => readonly number[];
  /** Format of images, for a vision model. */
  image?: ImageFormat;
  /** Classes of images or texts, if its logits are not those of a vocabulary. */
  classes?: Classes;
  /** First token of an encoder-decoder's decoder. */
  decoderStart?: number | null;
  /** First generated token, whatever the logits (forced_bos_token_id). */
  forcedBosToken?: number | null;
  /** Tokens that are never generated. */
  suppressedTokens?: readonly number[];
  /** Tokens that end a text. */
  eosTokens?: readonly number[];
}

export interface Classes {
  /** Names of the classes. */
  labels: readonly string[];
  /** Token whose logits classify the whole: [CLS] of an image, or the last token of a text that is not padding. */
  token: 'first' | 'last';
  /** Padding token, or null. */
  padding: number | null;
}

/** The tensors of a file, renamed. */
export type FamilyFile = Pick<WeightsFile, 'has'>;

export interface Family {
  /** Defaults of absent fields of config.json. */
  defaults: Defaults;
  /** Replacements in the names of the file's tensors, which give all files of the family the same names. */
  renaming: readonly (readonly [RegExp, string])[];
  /** @throws TypeError or RangeError that names the unsupported field of config.json */
  read: (config: ConfigFields, file: FamilyFile) => FamilyModel;
}
