// A model family: how its models are described by a Hugging Face config.json, and the tensor names in its files.
import type { ConfigFields, Defaults } from './config-fields.js';
import type { TransformerDescription } from '../../transformer/description.js';
import type { ImageFormat } from '../patches.js';
import type { SourceTable } from '../../parameters/parameter-source.js';
import type { WeightsFile } from '../../weights/weights-file.js';

/** A model as described by its config.json. */
export interface FamilyModel {
  description: TransformerDescription;
  /** Source of each parameter, by the tensor names after renaming. */
  tensors: SourceTable;
  /** Names of tensors in the file that are not used. */
  unused?: readonly RegExp[];
  /** Maximum length of a text, in tokens. */
  contextLength: number;
  /** Rows of the position table for the tokens of a text. Default: consecutive rows from the first on. */
  positionsOf?: (ids: readonly number[]) => readonly number[];
  image?: ImageFormat;
  /** Classes that the model predicts, if it classifies images or texts. */
  classes?: Classes;
  /** First input token of the decoder in an encoder-decoder. */
  decoderStart?: number | null;
  /** First generated token, regardless of the logits (forced_bos_token_id). */
  forcedBosToken?: number | null;
  suppressedTokens?: readonly number[];
  eosTokens?: readonly number[];
}

export interface Classes {
  /** Names of the classes. */
  labels: readonly string[];
  /** Token whose logits classify the input: the first, [CLS], or the last token of a text, not counting padding. */
  token: 'first' | 'last';
  /** Id of the padding token; null if there is none. */
  padding: number | null;
}

/** The tensors in a model's file, by their names after renaming. */
export type FamilyFile = Pick<WeightsFile, 'has'>;

export interface Family {
  defaults: Defaults;
  /** Replacements in the file's tensor names, after which all files of the family have the same names. */
  renaming: readonly (readonly [RegExp, string])[];
  /**
   * Reads a model's description.
   * @throws TypeError or RangeError that names the unsupported field of config.json
   */
  read: (config: ConfigFields, file: FamilyFile) => FamilyModel;
}
