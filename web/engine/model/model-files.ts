// Loads the three files of a model.
import { describe, expectOptions } from '../core/checks.js';
import { DEFAULT_MODEL_URLS } from '../package-files.js';
import { checkModelConfig, checkTokenizerConfig, type ModelConfig, type TokenizerConfig } from './model-config.js';
import { Safetensors } from './safetensors.js';
import type { ReadFile } from '../runtime/wasm-module.js';

/** The files of a model: URLs or blobs. Default: the default model's. */
export interface ModelFiles {
  /** model.safetensors */
  weights: string | URL | Blob;
  /** config.json */
  config: string | URL | Blob;
  /** tokenizer.json */
  tokenizer: string | URL | Blob;
}

export interface LoadedFiles {
  weights: Safetensors;
  config: ModelConfig;
  tokenizer: TokenizerConfig;
}

const defaultFiles = (): ModelFiles => ({
  weights: DEFAULT_MODEL_URLS.weights(),
  config: DEFAULT_MODEL_URLS.config(),
  tokenizer: DEFAULT_MODEL_URLS.tokenizer(),
});

function urlOf(name: keyof ModelFiles, file: unknown): URL {
  if (typeof file !== 'string' && !(file instanceof URL)) {
    throw new TypeError(`${name}: expected a URL or a Blob, got ${describe(file)}`);
  }
  const base = globalThis.document?.baseURI ?? globalThis.location?.href;
  try {
    return new URL(file, base);
  } catch {
    throw new TypeError(`${name}: expected a valid URL, got ${describe(file)}`);
  }
}

/** @throws Error that names the file if it cannot be read */
async function bytesOf(name: keyof ModelFiles, file: unknown, read: ReadFile): Promise<ArrayBuffer> {
  const url = file instanceof Blob ? null : urlOf(name, file);
  try {
    return await (url ? read(url) : (file as Blob).arrayBuffer());
  } catch (error) {
    const reason = error instanceof Error ? error.message : describe(error);
    throw new Error(`${name}: the file could not be read: ${reason}`, { cause: error });
  }
}

function parse(name: string, bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new TypeError(`${name}: expected valid JSON`);
  }
}

export async function readModelFiles(files: unknown, read: ReadFile): Promise<LoadedFiles> {
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
