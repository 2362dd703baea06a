// Read-ahead: a source that reads beyond the requested bytes, so that small consecutive tensors are read together.
import { free } from './free.js';
import type { Bytes, LocalSource } from './reading.js';

/** Number of bytes that are read beyond the requested ones. */
const AHEAD = 2 ** 16;

/**
 * Returns a source that reads a file ahead. Each read frees the bytes of the one before.
 * @param read returns the bytes from `begin` to `end`, which are within the file
 */
export function readAhead(size: number, read: (begin: number, end: number) => Promise<Bytes>): LocalSource {
  let [from, held] = [0, new Uint8Array()];
  const close = () => {
    free(held);
    held = new Uint8Array();
  };
  return {
    size,
    read: async (begin, end) => {
      const last = Math.min(end, size);
      if (begin < from || last > from + held.length) {
        close(); // frees the previous bytes first
        held = await read(begin, Math.min(Math.max(begin, last) + AHEAD, size));
        from = begin;
      }
      return held.subarray(begin - from, last - from);
    },
    close,
  };
}

export const ofBlob = (blob: Blob): LocalSource =>
  readAhead(blob.size, async (begin, end) => new Uint8Array(await blob.slice(begin, end).arrayBuffer()));
