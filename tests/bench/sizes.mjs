// Size in bytes that a page has to load for each library: uncompressed, and compressed with gzip -9.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { project } from '../../scripts/paths.mjs';

const modules = join(import.meta.dirname, 'node_modules');

/** Files of Spotlight's engine as a bundler delivers them to a page. */
async function ownCode() {
  const { build } = await import('vite');
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: join(project, 'dist/engine/index.js'),
        preserveEntrySignatures: 'strict',
        output: { format: 'es' },
      },
    },
  });
  const chunks = new Map(output.output.map((chunk) => [chunk.fileName, chunk]));
  const loaded = new Set(); // modules that are imported later are not loaded at first
  const load = (name) => {
    if (loaded.has(name)) return;
    loaded.add(name);
    chunks.get(name).imports.forEach(load);
  };
  load(output.output.find(({ isEntry }) => isEntry).fileName);
  return Buffer.concat(Array.from(loaded, (name) => Buffer.from(chunks.get(name).code)));
}

const file = (...path) => readFileSync(join(...path));

const sum = (buffers, size) => buffers.reduce((total, buffer) => total + size(buffer), 0);
const sizesOf = (buffers) => ({
  raw: sum(buffers, (buffer) => buffer.length),
  gzip: sum(buffers, (buffer) => gzipSync(buffer, { level: 9 }).length),
});

const engineFiles = async () => [await ownCode(), file(project, 'dist/engine/wasm/spotlight-relaxed.wasm')];

/** Size of Spotlight's engine without the custom element. */
export const sizeOfEngine = async () => sizesOf(await engineFiles());

export async function sizes() {
  const tf = join(modules, '@tensorflow');
  const parts = {
    'Spotlight, one of its two builds': await engineFiles(),
    'LiteRT.js': ['dist/index.js', 'wasm/litert_wasm_internal.js', 'wasm/litert_wasm_internal.wasm'].map((name) =>
      file(modules, '@litertjs/core', name),
    ),
    'onnxruntime-web (wasm)': ['ort.wasm.min.mjs', 'ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'].map(
      (name) => file(modules, 'onnxruntime-web/dist', name),
    ),
    'tfjs (wasm)': [
      file(tf, 'tfjs-core/dist/tf-core.min.js'),
      file(tf, 'tfjs-backend-wasm/dist/tf-backend-wasm.min.js'),
      file(tf, 'tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm'),
    ],
  };
  return Object.fromEntries(Object.entries(parts).map(([name, buffers]) => [name, sizesOf(buffers)]));
}
