// The URLs of the files that are loaded at run time. This file is at the root of the engine, as are the bundles in
// dist/engine, so that the relative URLs are the same in both.
import type { Build } from './runtime/wasm-features.js';

/** The .wasm file of each build, as literals, so that bundlers find the files. */
export const WASM_URLS: Record<Build, () => URL> = {
  simd: () => new URL('./wasm/spotlight-simd.wasm', import.meta.url),
  relaxed: () => new URL('./wasm/spotlight-relaxed.wasm', import.meta.url),
};

const DEFAULT_MODEL = '../../models/default/'; // a variable, so that bundlers do not take the weights along

/** A file of the default model, where the package's folders are as they were. */
export const defaultModelUrl = (file: string): URL =>
  new URL(file, new URL(/* webpackIgnore: true */ DEFAULT_MODEL, import.meta.url));
