// Finds the files of a model among the files that the user has chosen.
import { FAMILY_TITLES, IMAGE_FAMILIES, type FamilyName } from '../engine/pretrained/families/index.js';
import type { PretrainedFiles } from '../engine/pretrained/load.js';

/** Kinds of problems with the files that the user has chosen. The page has a message for each. */
export type Fault = 'onnx' | 'pickle' | 'missing' | 'image' | 'unreadable';

/** Size of a model's weight files, in bytes, from which on its first layer is shown while the rest is read. */
export const LARGE = 2 ** 26;

export const PICKLES = ['.bin', '.pt', '.pth', '.ckpt'];

/** First image among the chosen files, on which a vision model then runs; undefined if there is none. */
export const imageOf = (chosen: readonly File[]): File | undefined =>
  chosen.find(({ type }) => type.startsWith('image/'));

const named = (chosen: readonly File[], name: string) => chosen.find((file) => file.name === name);
const withEnd = (chosen: readonly File[], end: string) => chosen.filter(({ name }) => name.endsWith(end));

/** Tokenizer among the chosen files: tokenizer.json, or vocab.json and merges.txt; null if it is missing. */
function tokenizerIn(chosen: readonly File[]): PretrainedFiles['tokenizer'] | null {
  const [whole, vocab, merges] = ['tokenizer.json', 'vocab.json', 'merges.txt'].map((name) => named(chosen, name));
  return whole ?? (vocab && merges ? { vocab, merges } : null);
}

/**
 * Files of a model among the chosen files, or the kind of problem with them.
 * @param chosen a GGUF file, or Hugging Face files under their usual names; other files are ignored
 */
export function filesOfModel(chosen: readonly File[]): PretrainedFiles | Fault {
  const [gguf] = withEnd(chosen, '.gguf');
  if (gguf) return { weights: gguf };
  const [weights, config, tokenizer] = [
    withEnd(chosen, '.safetensors'),
    named(chosen, 'config.json'),
    tokenizerIn(chosen),
  ];
  if (weights.length > 0 && config && tokenizer) return { weights, config, tokenizer };
  const preprocessor = named(chosen, 'preprocessor_config.json');
  if (weights.length > 0 && config && preprocessor) return { weights, config, preprocessor };
  if (weights.length > 0) return 'missing';
  if (imageOf(chosen)) return 'image';
  if (withEnd(chosen, '.onnx').length > 0) return 'onnx';
  return PICKLES.some((end) => withEnd(chosen, end).length > 0) ? 'pickle' : 'missing';
}

export interface Missing {
  /** Name of the model family, which config.json contains; null if it is unknown. */
  readonly family: string | null;
  /** Names of the missing files; empty if none is missing, or if no file of a model was chosen. */
  readonly files: readonly string[];
}

/**
 * Finds out which files of a model are missing. To do so, reads config.json and the index of the weight files, if they
 * were chosen.
 */
export async function missingFiles(chosen: readonly File[]): Promise<Missing> {
  const config = named(chosen, 'config.json');
  const family = (await fieldsOf(config))['model_type'] as FamilyName | undefined;
  const weights = withEnd(chosen, '.safetensors');
  const isKnown = family !== undefined && Object.hasOwn(FAMILY_TITLES, family);
  const title = isKnown ? FAMILY_TITLES[family] : null;
  const found = [config ?? [], weights, besideIn(chosen)].flat();
  if (found.length === 0 || withEnd(chosen, '.gguf').length > 0) return { family: title, files: [] };
  const parts = Object.values(Object((await fieldsOf(named(chosen, INDEX)))['weight_map']) as object).map(String);
  const lacking = [...new Set(parts)].filter((part) => !named(chosen, part));
  const isOfImages = isKnown && IMAGE_FAMILIES.includes(family);
  const beside = isOfImages
    ? named(chosen, PREPROCESSOR)
      ? []
      : [PREPROCESSOR]
    : tokenizerIn(chosen)
      ? []
      : [missingOfTokenizer(chosen)];
  const files = [...(parts.length > 0 ? lacking : weights.length > 0 ? [] : ['.safetensors'])];
  return { family: title, files: [...files, ...(config ? [] : ['config.json']), ...beside] };
}

const [INDEX, PREPROCESSOR] = ['model.safetensors.index.json', 'preprocessor_config.json'];
/** Maximum size, in bytes, of a JSON file that is read to find out which files are missing. */
const MOST_BYTES = 2 ** 24;

const besideIn = (chosen: readonly File[]): readonly File[] =>
  ['tokenizer.json', 'vocab.json', 'merges.txt'].flatMap((name) => named(chosen, name) ?? []);

/**
 * Name of the tokenizer's file that is missing: vocab.json or merges.txt if the other one was chosen, otherwise
 * tokenizer.json.
 */
function missingOfTokenizer(chosen: readonly File[]): string {
  if (named(chosen, 'vocab.json')) return 'merges.txt';
  return named(chosen, 'merges.txt') ? 'vocab.json' : 'tokenizer.json';
}

/** Fields of a JSON file; empty if the file is missing, too large or not JSON. */
async function fieldsOf(file: File | undefined): Promise<Readonly<Record<string, unknown>>> {
  if (!file || file.size > MOST_BYTES) return {};
  try {
    return Object(JSON.parse(await file.text())) as Record<string, unknown>;
  } catch {
    return {};
  }
}
