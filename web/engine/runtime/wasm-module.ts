// Loads and instantiates the WebAssembly modules of the engine and of training.
import createSpotlightModule, { type MainModule } from '../wasm/spotlight.js';
import { isWasmBesideScript, urlOfWasm, type WasmFile } from '../package-files.js';
import type { FilesUrl } from '../core/urls.js';
import { concatenated } from '../core/concatenated.js';
import { describe } from '../core/checks.js';
import { unwindFailedCalls, type GluedModule } from './failed-calls.js';
import { bestBuild, canRun, type Build } from './wasm-features.js';

export type Module = MainModule;

/**
 * Maximum size in bytes of a .wasm or model file that is read as a whole: ten times the size of the package's largest
 * file.
 */
const MAX_BYTES = 2 ** 26;

/** Function that reads a file of at most `most` bytes as a whole. Browsers and Node implement it differently. */
export type ReadFile = (url: URL, most?: number) => Promise<ArrayBuffer>;

export async function fetchFile(url: URL, most = MAX_BYTES): Promise<ArrayBuffer> {
  const unreachable = (cause: unknown): never => {
    throw new Error(`${url.href}: expected the file, got no complete answer`, { cause });
  };
  const response = await fetch(url).catch(unreachable);
  if (!response.ok) throw new Error(`${url.href}: expected the file, got ${response.status}`);
  const reader = response.body!.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read().catch(unreachable);
    if (done) return concatenated<Uint8Array<ArrayBuffer>>(Uint8Array, parts).buffer;
    parts.push(value);
    size += value.length;
    if (size <= most) continue;
    reader.cancel().catch(() => undefined);
    throw new RangeError(`${url.href}: expected at most ${most} bytes, got more`);
  }
}

/**
 * Returns the requested build of the engine if the platform supports it, or for 'auto' the best supported one.
 * @throws Error if the platform does not support the build
 */
export function chooseBuild(requested: Build | 'auto'): Build {
  const best = bestBuild();
  if (best === null) {
    throw new Error(
      'Spotlight needs WebAssembly with SIMD and exceptions, which this browser or Node does not support ' +
        '(supported from Chrome and Edge 95, Firefox 100, Safari 16.4, Node 17)',
    );
  }
  if (requested === 'auto') return best;
  if (!canRun(requested)) throw new Error(`build: '${requested}' is not supported here; 'auto' selects '${best}'`);
  return requested;
}

/**
 * Hint for error messages about a .wasm file that is missing beside the script: a bundler may have moved the script.
 */
const MOVED =
  'A bundler or its dev server may have moved the script away from it. Vite 5 to 7: add optimizeDeps: { exclude: ' +
  "['attention-spotlight'] } to vite.config.js. Others: configure({ wasmUrl }) says where the file is";

/** Bytes of the smallest WebAssembly module: magic number and version. */
const EMPTY = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);

/** Error that is thrown if the page's Content-Security-Policy forbids WebAssembly. */
class Forbidden extends Error {}

/** Name of the file or the argument that each module was compiled from, for error messages. */
const origins = new WeakMap<WebAssembly.Module, string>();

/**
 * Compiles a WebAssembly module.
 * @param name name of the file or the argument in error messages
 */
async function compileBytes(name: string, bytes: BufferSource): Promise<WebAssembly.Module> {
  try {
    const compiled = await WebAssembly.compile(bytes);
    origins.set(compiled, name);
    return compiled;
  } catch (cause) {
    await WebAssembly.compile(EMPTY).catch(() => {
      throw new Forbidden(
        "the Content-Security-Policy of this page forbids WebAssembly: expected 'wasm-unsafe-eval' in its script-src",
        { cause },
      );
    });
    throw new TypeError(`${name}: expected a WebAssembly module, got ${bytes.byteLength} other bytes`, { cause });
  }
}

export async function load(file: WasmFile, wasmUrl: FilesUrl | undefined, read: ReadFile): Promise<WebAssembly.Module> {
  // The file is read as a whole before it is compiled: WebAssembly.compileStreaming would fail unless the server sends
  // the type application/wasm.
  const url = urlOfWasm(file, wasmUrl);
  try {
    return await compileBytes(url.href, await read(url));
  } catch (error) {
    if (error instanceof Forbidden || !isWasmBesideScript(wasmUrl)) throw error;
    throw new Error(`${(error as Error).message}. ${MOVED}`, { cause: error });
  }
}

/**
 * Compiles the option `wasm`, which is a compiled module or its bytes.
 * @throws TypeError that names `wasm`
 */
export async function compile(wasm: unknown): Promise<WebAssembly.Module> {
  // The tag of an object identifies modules from any JavaScript realm, such as a test runner or a frame.
  const tag = Object.prototype.toString.call(wasm);
  if (tag === '[object WebAssembly.Module]') return wasm as WebAssembly.Module;
  if (tag !== '[object ArrayBuffer]' && !ArrayBuffer.isView(wasm)) {
    throw new TypeError(`wasm: expected a WebAssembly.Module or its bytes, got ${describe(wasm)}`);
  }
  return compileBytes('wasm', wasm as BufferSource);
}

type Instantiate = (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => object;

/**
 * The Emscripten glue code of a module: its function that instantiates the module, and how to recognize the matching
 * file.
 */
interface Glue<Glued extends GluedModule> {
  create: (options: { instantiateWasm: Instantiate }) => Promise<Glued>;
  /** Name of the .wasm file that matches the glue, without the build. `has` is a class that only this file exports. */
  file: string;
  has: keyof Glued;
}

/**
 * Instantiates a compiled module by its Emscripten glue code.
 * @param onImports called with the imports that the glue provides
 * @throws Error that names the file if it does not match the glue
 */
export async function instantiateWith<Glued extends GluedModule>(
  { create, file, has }: Glue<Glued>,
  compiled: WebAssembly.Module,
  onImports?: (imports: WebAssembly.Imports) => void,
): Promise<Glued> {
  const otherFile = (cause?: unknown) => {
    const name = origins.get(compiled) ?? 'wasm';
    return new TypeError(`${name}: expected ${file} of this version of the package, got another WebAssembly module`, {
      cause,
    });
  };
  const module = await new Promise<Glued>((resolve, reject) => {
    const instantiateWasm: Instantiate = (imports, done) => {
      onImports?.(imports);
      WebAssembly.instantiate(compiled, imports).then(done).catch(reject);
      return {};
    };
    create({ instantiateWasm }).then(resolve, reject);
  }).catch((cause: unknown) => {
    // If instantiating the module fails with a RangeError, there is not enough memory; any other error means that the
    // file does not match the glue.
    throw cause instanceof RangeError ? cause : otherFile(cause);
  });
  if (!(has in module)) throw otherFile();
  return unwindFailedCalls(module);
}

/**
 * Functions to load and instantiate WebAssembly modules, which the engine passes to its parts that are loaded later: in
 * a bundle, these parts do not share a script with this module.
 */
export const wasmLoader = { compile, load, instantiateWith, urlOfWasm } as const;
export type WasmLoader = typeof wasmLoader;

const ENGINE = {
  create: createSpotlightModule,
  file: 'spotlight-simd.wasm or spotlight-relaxed.wasm',
  has: 'AttentionSession',
} as const;

export const instantiate = (compiled: WebAssembly.Module): Promise<Module> => instantiateWith<Module>(ENGINE, compiled);
