// Entry point of 'attention-spotlight' in Node.
import { open, readFile, stat, type FileHandle } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { engineFactory } from './api/create-engine.js';
import { fetchFile } from './runtime/wasm-module.js';
import { readAhead } from './weights/read-ahead.js';
import { startWorker } from './parallel/start-worker-node.js';
import type { LocalSource } from './weights/reading.js';

export * from './api/public-api.js';

async function read(url: URL, most?: number): Promise<ArrayBuffer> {
  if (url.protocol !== 'file:') return fetchFile(url, most);
  const { size } = await stat(url).catch((cause: unknown) => unreadable(url, cause));
  if (size > (most ?? Infinity)) throw new RangeError(`${url.href}: expected at most ${most} bytes, got ${size}`);
  const { buffer, byteOffset, byteLength } = await readFile(url).catch((cause: unknown) => unreadable(url, cause));
  return buffer.slice(byteOffset, byteOffset + byteLength);
}

async function openLocal(url: URL): Promise<LocalSource> {
  const withFile = async <Result>(use: (file: FileHandle) => Promise<Result>): Promise<Result> => {
    const file = await open(url);
    return use(file).finally(() => file.close());
  };
  const failed = (cause: unknown) => unreadable(url, cause);
  const { size } = await withFile((file) => file.stat()).catch(failed);
  return readAhead(size, (begin, end) =>
    withFile(async (file) => {
      const bytes = new Uint8Array(end - begin);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, begin);
      return bytes.subarray(0, bytesRead);
    }).catch(failed),
  );
}

function unreadable(url: URL, cause: unknown): never {
  throw new Error(`${url.href}: expected the file, got ${(cause as Error).message}`, { cause });
}

/** Loads the engine's WebAssembly module and creates an engine. */
export const createEngine = engineFactory({
  read,
  openLocal,
  startWorker,
  urlOfPath: pathToFileURL,
  processors: availableParallelism,
});
