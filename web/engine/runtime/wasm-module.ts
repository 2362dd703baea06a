// Loads and instantiates the WebAssembly module.
import createSpotlightModule, { type MainModule } from '../wasm/spotlight.js';
import { WASM_URLS } from '../package-files.js';
import { urlIn, type FilesUrl } from '../core/urls.js';
import { unwindFailedCalls } from './failed-calls.js';
import { bestBuild, canRun, type Build } from './wasm-features.js';

export type Module = MainModule;

/** Reads a file; differs between browsers and Node. */
export type ReadFile = (url: URL) => Promise<ArrayBuffer>;

export async function fetchFile(url: URL): Promise<ArrayBuffer> {
  const unreachable = (cause: unknown): never => {
    throw new Error(`${url.href}: expected the file, got no complete answer`, { cause });
  };
  const response = await fetch(url).catch(unreachable);
  if (!response.ok) throw new Error(`${url.href}: expected the file, got ${response.status}`);
  return response.arrayBuffer().catch(unreachable);
}

const fileOf = (build: Build): string => `spotlight-${build}.wasm`;

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

export async function compile(
  build: Build,
  wasmUrl: FilesUrl | undefined,
  read: ReadFile,
): Promise<WebAssembly.Module> {
  // Not compileStreaming, which fails unless the server sends the type application/wasm.
  const url = wasmUrl === undefined ? WASM_URLS[build]() : urlIn('wasmUrl', wasmUrl, fileOf(build));
  const bytes = await read(url);
  return WebAssembly.compile(bytes).catch((cause: unknown) => {
    throw new Error(`${url.href}: expected a WebAssembly module, got ${bytes.byteLength} other bytes`, { cause });
  });
}

export function instantiate(compiled: WebAssembly.Module): Promise<Module> {
  return new Promise((resolve, reject) => {
    const instantiateWasm = (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
      WebAssembly.instantiate(compiled, imports).then(done).catch(reject);
      return {};
    };
    createSpotlightModule({ instantiateWasm }).then((module) => resolve(unwindFailedCalls(module)), reject);
  });
}
