// From a .wasm file to a running module.
import createSpotlightModule, { type MainModule } from './wasm/spotlight.js';
import { describe } from './checks.js';
import { bestBuild, canRun, type Build } from './features.js';

export type Module = MainModule;

/** Where the two .wasm files are: the folder they lie in, or a function from a file's name to its address. */
export type WasmUrl = string | URL | ((file: string) => string | URL);

/** Reads the file at this address; browsers and Node differ in this alone. */
export type ReadFile = (url: URL) => Promise<ArrayBuffer>;

export async function fetchFile(url: URL): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.href}: expected the file, got ${response.status}`);
  return response.arrayBuffer();
}

const fileOf = (build: Build): string => `spotlight-${build}.wasm`;

// Written out, so that bundlers see which files belong to the package.
const ownUrls: Record<Build, () => URL> = {
  simd: () => new URL('./wasm/spotlight-simd.wasm', import.meta.url),
  relaxed: () => new URL('./wasm/spotlight-relaxed.wasm', import.meta.url),
};

function urlOf(build: Build, wasmUrl: WasmUrl | undefined): URL {
  if (wasmUrl === undefined) return ownUrls[build]();
  const base = globalThis.document?.baseURI ?? globalThis.location?.href;
  if (typeof wasmUrl === 'function') return new URL(wasmUrl(fileOf(build)), base);
  if (typeof wasmUrl !== 'string' && !(wasmUrl instanceof URL)) {
    throw new TypeError(`wasmUrl: expected a URL, a text or a function, got ${describe(wasmUrl)}`);
  }
  const folder = new URL(wasmUrl, base);
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  return new URL(fileOf(build), folder);
}

/** The build to use: the one asked for if it runs here, with 'auto' the best that does. */
export function chooseBuild(asked: Build | 'auto'): Build {
  const best = bestBuild();
  if (best === null) {
    throw new Error(
      'Spotlight needs WebAssembly with SIMD, which this browser or Node does not have ' +
        '(Chrome and Edge have it from 91, Firefox from 89, Safari from 16.4, Node from 16.4)',
    );
  }
  if (asked === 'auto') return best;
  if (!canRun(asked)) throw new Error(`build: '${asked}' does not run here; 'auto' would take '${best}'`);
  return asked;
}

export async function compile(build: Build, wasmUrl: WasmUrl | undefined, read: ReadFile): Promise<WebAssembly.Module> {
  // Not compileStreaming: it needs the server to say application/wasm, which not every one does.
  return WebAssembly.compile(await read(urlOf(build, wasmUrl)));
}

export function instantiate(compiled: WebAssembly.Module): Promise<Module> {
  return new Promise((resolve, reject) => {
    const instantiateWasm = (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
      WebAssembly.instantiate(compiled, imports).then(done).catch(reject);
      return {};
    };
    createSpotlightModule({ instantiateWasm }).then(resolve, reject);
  });
}
