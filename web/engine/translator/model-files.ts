// Reads the three files of the default model as a whole, in parallel.
import { expectOptions, isA } from '../core/checks.js';
import { messageOf, parseJson } from '../core/file-contents.js';
import { expectUrl } from '../core/urls.js';
import {
  checkModelConfig,
  checkTokenizerConfig,
  type ModelConfig,
  type TokenizerConfig,
} from '../transformer/model-config.js';
import { inMemory, readNow } from '../weights/reading.js';
import { Safetensors } from '../weights/safetensors.js';
import type { ReadFile } from '../runtime/wasm-module.js';

/** Files of the default model, each a URL or a Blob. */
export interface ModelFiles {
  /** URL or contents of the file model.safetensors. */
  weights: string | URL | Blob;
  /** URL or contents of the file config.json. */
  config: string | URL | Blob;
  /** URL or contents of the file tokenizer.json. */
  tokenizer: string | URL | Blob;
}

export interface LoadedFiles {
  weights: Safetensors;
  config: ModelConfig;
  tokenizer: TokenizerConfig;
}

const NAMES = ['weights', 'config', 'tokenizer'] as const;

/**
 * Maximum size of each file in bytes. The weights are limited, too, because the default model's file is read as a
 * whole.
 */
const MAX_BYTES = { weights: 2 ** 28, config: 2 ** 24, tokenizer: 2 ** 26 } as const;

/**
 * Reads a file of the default model.
 * @throws Error that names the file if it cannot be read
 */
async function bytesOf(name: (typeof NAMES)[number], file: unknown, read: ReadFile): Promise<ArrayBuffer> {
  const url = isA(file, Blob) ? null : expectUrl(name, file, 'a URL or a Blob');
  const most = MAX_BYTES[name];
  if (!url) expectBytes(name, (file as Blob).size, most);
  try {
    return await (url ? read(url, most) : (file as Blob).arrayBuffer());
  } catch (error) {
    throw new Error(`${name}: the file could not be read: ${messageOf(error)}`, { cause: error });
  }
}

function expectBytes(name: string, size: number, most: number): void {
  if (size > most) throw new RangeError(`${name}: expected at most ${most} bytes, got ${size}`);
}

export async function readModelFiles(files: unknown, read: ReadFile): Promise<LoadedFiles> {
  const given = expectOptions('files', files, [...NAMES, 'program']);
  const [weights, config, tokenizer] = await Promise.all(NAMES.map((name) => bytesOf(name, given[name], read)));
  return {
    weights: readNow(Safetensors.open(inMemory(weights!))),
    config: checkModelConfig(parseJson('config', config!)),
    tokenizer: checkTokenizerConfig(parseJson('tokenizer', tokenizer!)),
  };
}
