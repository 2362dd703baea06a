// Loads and instantiates the WebAssembly module.
import createSpotlightModule, { type MainModule } from '../wasm/spotlight.js';
import { isWasmBesideScript, urlOfWasm, type WasmFile } from '../package-files.js';
import type { FilesUrl } from '../core/urls.js';
import { describe } from '../core/checks.js';
import { unwindFailedCalls, type GluedModule } from './failed-calls.js';
import { bestBuild, canRun, type Build } from './wasm-features.js';

export type Module = MainModule;

/** Bytes of a file that is read as a whole: far more than a .wasm file has. */
const MAX_BYTES = 2 ** 26;

/** Reads a file of at most so many bytes; differs between browsers and Node. */
export type ReadFile = (url: URL, most?: number) => Promise<ArrayBuffer>;

export async function fetchFile(url: URL, most = MAX_BYTES): Promise<ArrayBuffer> {
  const unreachable = (cause: unknown): never => {
    throw new Error(`${url.href}: expected the file, got no complete answer`, { cause });
  };
  const response = await fetch(url).catch(unreachable);
  if (!response.ok) throw new Error(`${url.href}: expected the file, got ${response.status}`);
  const answer = response.body!.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let size = 0; ;) {
    const { done, value } = await answer.read().catch(unreachable);
    if (done) return new Blob(parts).arrayBuffer();
    parts.push(value);
    size += value.length;
    if (size <= most) continue;
    answer.cancel().catch(() => undefined);
    throw new RangeError(`${url.href}: expected at most ${most} bytes, got more`);
  }
}

/** The requested build, if it is supported; for 'auto', the best that is. */
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

/** What may be wrong where a file is not beside the script. */
const MOVED =
  'A bundler or its dev server may have moved the script away from it. Vite 5 to 7: add optimizeDeps: { exclude: ' +
  "['attention-spotlight'] } to vite.config.js. Others: configure({ wasmUrl }) says where the file is";

/** Loads and compiles a .wasm file. */
export async function load(file: WasmFile, wasmUrl: FilesUrl | undefined, read: ReadFile): Promise<WebAssembly.Module> {
  // Not compileStreaming, which fails unless the server sends the type application/wasm.
  const url = urlOfWasm(file, wasmUrl);
  try {
    const bytes = await read(url);
    return await WebAssembly.compile(bytes).catch((cause: unknown) => {
      throw new Error(`${url.href}: expected a WebAssembly module, got ${bytes.byteLength} other bytes`, { cause });
    });
  } catch (error) {
    if (!isWasmBesideScript(wasmUrl)) throw error;
    throw new Error(`${(error as Error).message}. ${MOVED}`, { cause: error });
  }
}

/**
 * Compiles what the caller has: a compiled module, or the bytes of one.
 * @throws TypeError that names `wasm`
 */
export async function compile(wasm: unknown): Promise<WebAssembly.Module> {
  const tag = Object.prototype.toString.call(wasm); // of any realm: a test runner's, a frame's
  if (tag === '[object WebAssembly.Module]') return wasm as WebAssembly.Module;
  if (tag !== '[object ArrayBuffer]' && !ArrayBuffer.isView(wasm)) {
    throw new TypeError(`wasm: expected a WebAssembly.Module or its bytes, got ${describe(wasm)}`);
  }
  const bytes = wasm as BufferSource;
  return WebAssembly.compile(bytes).catch((cause: unknown) => {
    throw new TypeError(`wasm: expected a WebAssembly module, got ${bytes.byteLength} other bytes`, { cause });
  });
}

type Instantiate = (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => object;

/**
 * An instance of what is compiled, with the glue that belongs to it.
 * @param onImports is called with what the glue gives to the instance
 */
export function instantiateWith<Glued extends GluedModule>(
  glue: (options: { instantiateWasm: Instantiate }) => Promise<Glued>,
  compiled: WebAssembly.Module,
  onImports?: (imports: WebAssembly.Imports) => void,
): Promise<Glued> {
  return new Promise((resolve, reject) => {
    const instantiateWasm: Instantiate = (imports, done) => {
      onImports?.(imports);
      WebAssembly.instantiate(compiled, imports).then(done).catch(reject);
      return {};
    };
    glue({ instantiateWasm }).then((module) => resolve(unwindFailedCalls(module)), reject);
  });
}

export const instantiate = (compiled: WebAssembly.Module): Promise<Module> =>
  instantiateWith(createSpotlightModule, compiled);
