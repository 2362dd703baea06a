// What a family of models is to the engine: how Hugging Face's config.json describes one of it, and under which names its
// file has the tensors.
import type { ConfigFields, Defaults } from './config-fields.js';
import type { TransformerDescription } from '../../transformer/description.js';
import type { ImageFormat } from '../patches.js';
import type { SourceTable } from '../../parameters/parameter-source.js';
import type { WeightsFile } from '../../weights/weights-file.js';

/** A model as its config.json describes it. */
export interface FamilyModel {
  description: TransformerDescription;
  /** Where the parameters are, after the renaming. */
  tensors: SourceTable;
  /** Tensors of the file that are not part of what is computed. */
  unused?: readonly RegExp[];
  /** The longest text, in tokens. */
  contextLength: number;
  /** The rows of the table of positions that the tokens of a text have. Default: its first, in order. */
  positionsOf?: (ids: readonly number[]) => readonly number[];
  /** The images that it reads in place of texts. */
  image?: ImageFormat;
  /** The classes of images or texts that its logits are of, in place of those of a vocabulary. */
  classes?: Classes;
  /** The token that the decoder of an encoder-decoder begins with. */
  decoderStart?: number | null;
  /** The first token that it generates, whatever the logits are. */
  forcedFirst?: number | null;
  /** Tokens that are never generated. */
  never?: readonly number[];
  /** The tokens that end a text. */
  end?: readonly number[];
}

export interface Classes {
  /** Their names. */
  labels: readonly string[];
  /** The token whose logits are those of the whole: [CLS] of an image, the last of a text that is no padding. */
  token: 'first' | 'last';
  /** The token of padding; null: there is none. */
  padding: number | null;
}

/** The tensors of a file, renamed. */
export type FamilyFile = Pick<WeightsFile, 'has'>;

export interface Family {
  /** What absent fields of config.json are. */
  defaults: Defaults;
  /** What is replaced in the names of the file's tensors, so that all files of the family have the same. */
  renaming: readonly (readonly [RegExp, string])[];
  /**
   * @throws TypeError or RangeError that names the field of config.json that does not fit
   */
  read: (config: ConfigFields, file: FamilyFile) => FamilyModel;
}
