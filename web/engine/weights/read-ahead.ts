// Read-ahead, which reads small consecutive tensors in one go.
import { free } from './free.js';
import type { Bytes, LocalSource } from './reading.js';

/** Bytes to read beyond the requested ones. */
const AHEAD = 2 ** 16;

/**
 * The bytes are freed by the next read.
 * @param read bytes from `begin` to `end`, within the file
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
        close(); // releases the previous bytes first
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
