// `import … from 'attention-spotlight'` in Node.
import { readFile } from 'node:fs/promises';
import { engineFactory } from './api/engine.js';
import { fetchFile } from './runtime/wasm-module.js';
import { startWorker } from './parallel/start-worker-node.js';

export * from './api/public-api.js';

async function read(url: URL): Promise<ArrayBuffer> {
  if (url.protocol !== 'file:') return fetchFile(url);
  const { buffer, byteOffset, byteLength } = await readFile(url).catch((cause: unknown) => {
    throw new Error(`${url.href}: expected the file, got ${(cause as Error).message}`, { cause });
  });
  return buffer.slice(byteOffset, byteOffset + byteLength);
}

/** Loads the WebAssembly and creates an engine. */
export const createEngine = engineFactory({ read, startWorker });
