// The three files of a model, from wherever they are.
import { describe, expectOptions } from './checks.js';
import { checkModelConfig, checkTokenizerConfig, type ModelConfig, type TokenizerConfig } from './model-config.js';
import { Safetensors } from './safetensors.js';
import type { ReadFile } from './load.js';

/** Where the files of a model are: addresses, or files that a reader dropped. Left out: the default model's. */
export interface ModelFiles {
  /** model.safetensors */
  weights: string | URL | Blob;
  /** config.json */
  config: string | URL | Blob;
  /** tokenizer.json */
  tokenizer: string | URL | Blob;
}

export interface ModelParts {
  weights: Safetensors;
  config: ModelConfig;
  tokenizer: TokenizerConfig;
}

// Written out, so that bundlers see which files belong to the package.
const defaultFiles = (): ModelFiles => ({
  weights: new URL('../../models/default/model.safetensors', import.meta.url),
  config: new URL('../../models/default/config.json', import.meta.url),
  tokenizer: new URL('../../models/default/tokenizer.json', import.meta.url),
});

function bytesOf(name: keyof ModelFiles, file: unknown, read: ReadFile): Promise<ArrayBuffer> {
  if (file instanceof Blob) return file.arrayBuffer();
  const base = globalThis.document?.baseURI ?? globalThis.location?.href;
  if (typeof file === 'string' || file instanceof URL) return read(new URL(file, base));
  throw new TypeError(`${name}: expected an address or a file, got ${describe(file)}`);
}

function parse(name: string, bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new TypeError(`${name}: expected JSON, got something else`);
  }
}

export async function readModelFiles(files: unknown, read: ReadFile): Promise<ModelParts> {
  const given = expectOptions('files', files ?? defaultFiles(), ['weights', 'config', 'tokenizer']);
  const [weights, config, tokenizer] = await Promise.all(
    (['weights', 'config', 'tokenizer'] as const).map((name) => bytesOf(name, given[name], read)),
  );
  return {
    weights: new Safetensors(weights!),
    config: checkModelConfig(parse('config', config!)),
    tokenizer: checkTokenizerConfig(parse('tokenizer', tokenizer!)),
  };
}
