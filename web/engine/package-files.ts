// URLs of the package's files that are loaded at run time. This file is at the root of the engine, like the bundles in
// dist/engine, so that relative URLs are the same in both.
import { describe, expectOptions, isA } from './core/checks.js';
import { expectUrl, urlIn, type FilesUrl } from './core/urls.js';
import type { Build } from './runtime/wasm-features.js';

/** Locations of the package's files, for files that are not in the package's folder. */
export interface FileLocations {
  /** Location of the .wasm files: their folder, or a function from file name to URL. */
  wasmUrl?: FilesUrl;
  /** Location of the default model's files: their folder, or a function from file name to URL. */
  modelUrl?: FilesUrl;
  /**
   * Location of `worker.js`, the worker script for asynchronous calls, training and threads: its URL, or a function
   * from file name to URL.
   */
  workerUrl?: FilesUrl;
}

const NAMES = ['wasmUrl', 'modelUrl', 'workerUrl'] as const;

let locations: FileLocations = {};

/**
 * URL of this script; undefined in script formats that have none. Bundlers detect a file only where a URL is
 * constructed from `import.meta.url` itself; Turbopack also follows constants, but not parameters.
 */
const SCRIPT = import.meta.url as string | undefined;

/**
 * Sets the locations of the package's files, for every engine and element created after this call. Omitted URLs stay
 * unchanged; null restores the default.
 * @throws TypeError that names the URL
 */
export function configure(urls: { [Name in keyof FileLocations]: FileLocations[Name] | null }): void {
  const given = expectOptions('urls', urls, NAMES);
  const changed = { ...locations } as Record<keyof FileLocations, unknown>;
  for (const name of NAMES.filter((each) => given[each] !== undefined)) {
    const url = given[name] ?? undefined;
    if (url !== undefined && typeof url !== 'string' && typeof url !== 'function' && !isA(url, URL)) {
      throw new TypeError(`${name}: expected a URL, a string or a function, got ${describe(url)}`);
    }
    changed[name] = url;
  }
  locations = changed as FileLocations;
}

/**
 * Path of a script that the development server of Vite 5 to 7 has moved to its own folder, without the files that the
 * script loads.
 */
const MOVED_BY_VITE = /^(.*\/node_modules\/)\.vite\/deps\//;

/** URL of a file at its original place in the package, if Vite has moved this script away from it; otherwise null. */
function leftBehind(relative: string, folder: string): URL | null {
  const [, packages] = MOVED_BY_VITE.exec(SCRIPT ?? '') ?? [];
  return packages === undefined ? null : new URL(`attention-spotlight/${folder}/${relative}`, packages);
}

const NO_ADDRESS =
  'expected beside the script, which does not know its address: it is in one file with everything inside, or bundled without ' +
  "format: 'esm' (esbuild). configure({ wasmUrl, modelUrl, workerUrl }) says where the files are; 'attention-spotlight/inline' " +
  "and 'attention-spotlight/engine-inline' have the engine's inside";

/**
 * Resolves the URL of a file of the package, relative to one of the package's scripts.
 * @param find returns the URL as rewritten by a bundler; omit it to hide the file from bundlers
 * @param folder folder of the script in the package
 * @throws Error with instructions if the script has no URL
 */
export function fileOfPackage(relative: string, find = () => new URL(relative, SCRIPT), folder = 'dist/engine'): URL {
  let found: URL;
  try {
    found = find();
  } catch (cause) {
    throw new Error(`${relative}: ${NO_ADDRESS}`, { cause });
  }
  const isAsWritten = SCRIPT !== undefined && found.href === new URL(relative, SCRIPT).href;
  return (isAsWritten ? leftBehind(relative, folder) : null) ?? found;
}

/**
 * Name of a .wasm file: a build of the engine, the same build with threads, or the same build with training, which is
 * loaded when the first trainer is created.
 */
export type WasmFile = Build | `threads-${Build}` | `training-${Build}`;

/** URLs of the .wasm files beside the script. The paths are string literals, so that bundlers detect the files. */
const WASM: Record<WasmFile, () => URL> = {
  simd: () => fileOfPackage('./wasm/spotlight-simd.wasm', () => new URL('./wasm/spotlight-simd.wasm', import.meta.url)),
  relaxed: () =>
    fileOfPackage('./wasm/spotlight-relaxed.wasm', () => new URL('./wasm/spotlight-relaxed.wasm', import.meta.url)),
  'threads-simd': () =>
    fileOfPackage(
      './wasm/spotlight-threads-simd.wasm',
      () => new URL('./wasm/spotlight-threads-simd.wasm', import.meta.url),
    ),
  'threads-relaxed': () =>
    fileOfPackage(
      './wasm/spotlight-threads-relaxed.wasm',
      () => new URL('./wasm/spotlight-threads-relaxed.wasm', import.meta.url),
    ),
  'training-simd': () =>
    fileOfPackage(
      './wasm/spotlight-training-simd.wasm',
      () => new URL('./wasm/spotlight-training-simd.wasm', import.meta.url),
    ),
  'training-relaxed': () =>
    fileOfPackage(
      './wasm/spotlight-training-relaxed.wasm',
      () => new URL('./wasm/spotlight-training-relaxed.wasm', import.meta.url),
    ),
};

/**
 * True if .wasm files are loaded from the script's own folder, since neither the engine nor `configure` was given
 * another location.
 */
export const isWasmBesideScript = (wasmUrl: FilesUrl | undefined): boolean =>
  (wasmUrl ?? locations.wasmUrl) === undefined;

/**
 * URL of a .wasm file.
 * @param wasmUrl location that one engine was given; undefined: the location set by `configure`, or the script's folder
 */
export function urlOfWasm(file: WasmFile, wasmUrl: FilesUrl | undefined = locations.wasmUrl): URL {
  return wasmUrl === undefined ? WASM[file]() : urlIn('wasmUrl', wasmUrl, `spotlight-${file}.wasm`);
}

const DEFAULT_MODEL = '../../models/default/';

/**
 * URL of one of the default model's files: at the location set by `configure`, or else bundled, or else in the
 * package's folders.
 */
export function urlOfDefaultModel(file: string, bundled?: () => URL): URL {
  if (locations.modelUrl !== undefined) return urlIn('modelUrl', locations.modelUrl, file);
  const folder = () => fileOfPackage(DEFAULT_MODEL);
  return bundled?.() ?? new URL(file, folder());
}

/**
 * URL of the worker script, if `configure` has set it or if Vite has moved this script away from it; null for the
 * worker script beside this script.
 */
export function urlOfWorker(): URL | null {
  const { workerUrl } = locations;
  if (workerUrl === undefined) return leftBehind('worker.js', 'dist/engine');
  return expectUrl('workerUrl', typeof workerUrl === 'function' ? workerUrl('worker.js') : workerUrl);
}
