// A model family, such as Llama: how a Hugging Face config.json describes its models, and the tensor names in their
// files.
import type { ConfigFields, Defaults } from './config-fields.js';
import type { TransformerDescription } from '../../transformer/description.js';
import type { ImageFormat } from '../patches.js';
import type { SourceTable } from '../../parameters/parameter-source.js';
import type { WeightsFile } from '../../weights/weights-file.js';

/**
 * A model according to its config.json: the description for the C++ code, the sources of its parameters, and its
 * tokens.
 */
export interface FamilyModel {
  description: TransformerDescription;
  /**
   * Sources of the parameters, tensors in the model's file. The tensors' names are those after `renaming` of the
   * family.
   */
  tensors: SourceTable;
  /** Patterns of the tensor names in the file that no parameter needs. */
  unused?: readonly RegExp[];
  /** Maximum length of a text that the model reads, in tokens. */
  contextLength: number;
  /** Returns the row of each token of a text in the position table. Default: consecutive rows from 0 on. */
  positionsOf?: (ids: readonly number[]) => readonly number[];
  image?: ImageFormat;
  /** Classes that the model predicts; undefined unless it classifies images or texts. */
  classes?: Classes;
  /** Id of the decoder's first input token in an encoder-decoder. */
  decoderStart?: number | null;
  /** Id of the first generated token, which is chosen regardless of the logits (forced_bos_token_id). */
  forcedBosToken?: number | null;
  suppressedTokens?: readonly number[];
  eosTokens?: readonly number[];
}

export interface Classes {
  /** Names of the classes, by class index. */
  labels: readonly string[];
  /**
   * Position of the token whose logits classify the input. 'first': [CLS]; 'last': the last token of a text that is not
   * padding.
   */
  token: 'first' | 'last';
  /** Id of the padding token; null if the model has none. */
  padding: number | null;
}

/**
 * The tensors in a model's file, by their names after the family's `renaming`, as far as reading a description needs
 * them.
 */
export type FamilyFile = Pick<WeightsFile, 'has'>;

export interface Family {
  defaults: Defaults;
  /**
   * Replacements in a file's tensor names, in order. After them, all files of the family have the same tensor names.
   */
  renaming: readonly (readonly [RegExp, string])[];
  /**
   * Reads a model's description from config.json, and the tensor names from its file.
   * @throws TypeError or RangeError that names the unsupported field of config.json
   */
  read: (config: ConfigFields, file: FamilyFile) => FamilyModel;
}
