// The URLs of the files that are loaded at run time. This file is at the root of the engine, as are the bundles in
// dist/engine, so that the relative URLs are the same in both.
import type { Build } from './runtime/wasm-features.js';

/** The .wasm file of each build, as literals, so that bundlers find the files. */
export const WASM_URLS: Record<Build, () => URL> = {
  simd: () => new URL('./wasm/spotlight-simd.wasm', import.meta.url),
  relaxed: () => new URL('./wasm/spotlight-relaxed.wasm', import.meta.url),
};

/** The files of the default model. */
export const DEFAULT_MODEL_URLS = {
  weights: () => new URL('../../models/default/model.safetensors', import.meta.url),
  config: () => new URL('../../models/default/config.json', import.meta.url),
  tokenizer: () => new URL('../../models/default/tokenizer.json', import.meta.url),
};
