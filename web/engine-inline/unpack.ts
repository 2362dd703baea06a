// The WebAssembly embedded in engine-inline: one build compressed, the other as a patch of it, a tenth of its size.
import { patched } from './patch.js';
import { RELAXED, SIMD } from 'attention-spotlight:packed-wasm'; // scripts/inline/engine.mjs

/** URL protocol of embedded files. */
export const PACKED = 'packed:';

/** Node's own decompression, also for tests with jsdom's globals, which lack streams. */
interface NodeGlobals {
  process?: { getBuiltinModule?: (name: 'node:zlib') => { gunzipSync: (bytes: Uint8Array) => Uint8Array } | undefined };
}

/** @param base64 gzip-compressed bytes, which transfer as base64 at hardly more than the file's size */
async function inflated(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const zlib = (globalThis as NodeGlobals).process?.getBuiltinModule?.('node:zlib');
  if (zlib) return new Uint8Array(zlib.gunzipSync(bytes));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param file name of the .wasm file */
export async function unpack(file: string): Promise<ArrayBuffer> {
  const simd = await inflated(SIMD);
  if (file === 'spotlight-simd.wasm') return simd.buffer;
  if (file === 'spotlight-relaxed.wasm') return patched(simd, await inflated(RELAXED)).buffer;
  throw new Error(`${file}: expected a file inside engine-inline, which has none of that name`);
}
