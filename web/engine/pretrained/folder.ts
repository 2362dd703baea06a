// Finds the files of a model at the URL of a folder in Hugging Face's layout, or of a GGUF file.
import { describe, expectObject } from '../core/checks.js';
import { urlIn } from '../core/urls.js';
import { IMAGE_FAMILIES, type FamilyName } from './families/index.js';
import { readJson } from './json-file.js';
import { isMissing } from '../weights/missing-file.js';
import type { ByteSource } from '../weights/reading.js';

/** Function that opens a model's file; `name` is the file's name in error messages. */
type OpenFile = (name: string, url: URL) => Promise<ByteSource>;

/** URLs of the files of a model that were found. The fields are those of `PretrainedFiles`. */
interface FoundFiles {
  readonly weights: URL | URL[];
  readonly config?: URL;
  readonly tokenizer?: URL | { readonly vocab: URL; readonly merges: URL };
  readonly preprocessor?: URL;
}

const [WEIGHTS, INDEX] = ['model.safetensors', 'model.safetensors.index.json'];
/**
 * Maximum size in bytes of config.json, and of model.safetensors.index.json, which has a line for each of at most some
 * thousand tensors.
 */
const MAX_JSON = 2 ** 24;

/**
 * Finds the files of a model at the URL of a folder or of a GGUF file.
 * @param live called after each file is read; reading stops if it throws
 * @throws Error that names the file that is missing or cannot be read
 */
export async function filesAt(address: URL, open: OpenFile, live: () => unknown): Promise<FoundFiles> {
  if (/\.gguf$/i.test(address.pathname)) return { weights: address };
  const at = (file: string) => urlIn('files', address, file);
  const readAt = async (name: string, file: string) => readJson(name, await open(name, at(file)), MAX_JSON, live);
  const isThere = async (name: string, file: string): Promise<boolean> => {
    try {
      const source = await open(name, at(file));
      await source.read(0, 1);
      source.close?.();
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    } finally {
      live();
    }
  };
  const { model_type: family } = expectObject('config', await readAt('config', 'config.json'));
  const isWhole = await isThere('weights', WEIGHTS);
  if (!isWhole && !(await isThere('weights', INDEX))) {
    throw new Error(`weights: expected ${WEIGHTS} or ${INDEX} in ${address.href}, got neither`);
  }
  const weights = isWhole ? at(WEIGHTS) : partsIn(await readAt('weights', INDEX)).map(at);
  const found = { weights, config: at('config.json') };
  if (IMAGE_FAMILIES.includes(family as FamilyName)) {
    const file = 'preprocessor_config.json';
    return { ...found, ...((await isThere('preprocessor', file)) && { preprocessor: at(file) }) };
  }
  if (await isThere('tokenizer', 'tokenizer.json')) return { ...found, tokenizer: at('tokenizer.json') };
  const pair = { vocab: 'vocab.json', merges: 'merges.txt' } as const;
  const hasPair = (await isThere('tokenizer', pair.vocab)) && (await isThere('tokenizer', pair.merges));
  return { ...found, ...(hasPair && { tokenizer: { vocab: at(pair.vocab), merges: at(pair.merges) } }) };
}

function partsIn(index: unknown): string[] {
  const name = `weights: ${INDEX}`;
  const map = expectObject(`${name}.weight_map`, expectObject(name, index)['weight_map']);
  const files = [...new Set(Object.values(map))];
  const wrong = files.find((file) => typeof file !== 'string' || !/^[\w.-]+\.safetensors$/.test(file));
  if (wrong === undefined && files.length > 0) return files as string[];
  throw new TypeError(`${name}.weight_map: expected names of .safetensors files, got ${describe(wrong)}`);
}
