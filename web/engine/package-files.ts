// The URLs of the files that are loaded at run time. This file is at the root of the engine, as are the bundles in
// dist/engine, so that the relative URLs are the same in both.
import { describe, expectOptions } from './core/checks.js';
import { expectUrl, urlIn, type FilesUrl } from './core/urls.js';
import type { Build } from './runtime/wasm-features.js';

/** Where the files of the package are, if not in its folders as they were. */
export interface FileLocations {
  /** The .wasm files: their folder, or a function from file name to URL. */
  wasmUrl?: FilesUrl;
  /** The files of the default model: their folder, or a function from file name to URL. */
  modelUrl?: FilesUrl;
  /** The worker of asynchronous calls, `worker.js`: its URL, or a function from file name to URL. */
  workerUrl?: FilesUrl;
}

const NAMES = ['wasmUrl', 'modelUrl', 'workerUrl'] as const;

let locations: FileLocations = {};

/**
 * Says where the files of the package are, for every engine and every element that is created after this call. What is left
 * out stays as it is; null takes a URL back.
 * @throws TypeError that names the URL
 */
export function configure(urls: { [Name in keyof FileLocations]: FileLocations[Name] | null }): void {
  const given = expectOptions('urls', urls, NAMES);
  const changed = { ...locations } as Record<keyof FileLocations, unknown>;
  for (const name of NAMES.filter((each) => given[each] !== undefined)) {
    const url = given[name] ?? undefined;
    if (url !== undefined && typeof url !== 'string' && typeof url !== 'function' && !(url instanceof URL)) {
      throw new TypeError(`${name}: expected a URL, a string or a function, got ${describe(url)}`);
    }
    changed[name] = url;
  }
  locations = changed as FileLocations;
}

/** The .wasm file of each build beside the script, as literals, so that bundlers find the files. */
const WASM: Record<Build, () => URL> = {
  simd: () => new URL('./wasm/spotlight-simd.wasm', import.meta.url),
  relaxed: () => new URL('./wasm/spotlight-relaxed.wasm', import.meta.url),
};

/** Whether a .wasm file is looked for beside the script. */
export const isWasmBesideScript = (wasmUrl: FilesUrl | undefined): boolean =>
  (wasmUrl ?? locations.wasmUrl) === undefined;

/** @param wasmUrl of one engine; undefined: that of `configure`, or beside the script */
export function urlOfWasm(build: Build, wasmUrl: FilesUrl | undefined = locations.wasmUrl): URL {
  return wasmUrl === undefined ? WASM[build]() : urlIn('wasmUrl', wasmUrl, `spotlight-${build}.wasm`);
}

const DEFAULT_MODEL = '../../models/default/'; // a variable, so that bundlers do not take the weights along

/** A file of the default model: where `configure` says, otherwise where a bundler has put it, or in the package's folders. */
export function urlOfDefaultModel(file: string, bundled?: () => URL): URL {
  if (locations.modelUrl !== undefined) return urlIn('modelUrl', locations.modelUrl, file);
  return bundled?.() ?? new URL(file, new URL(/* webpackIgnore: true */ DEFAULT_MODEL, import.meta.url));
}

/** The worker of `configure`; null: the one beside the script. */
export function urlOfWorker(): URL | null {
  const { workerUrl } = locations;
  if (workerUrl === undefined) return null;
  return expectUrl('workerUrl', typeof workerUrl === 'function' ? workerUrl('worker.js') : workerUrl);
}
