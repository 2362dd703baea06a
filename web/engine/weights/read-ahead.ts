// Small tensors that stand one after the other are read in one go, and all of them into the same memory.
import type { Bytes, ByteSource } from './reading.js';

/** Bytes that are read beyond those that are asked for. */
const AHEAD = 2 ** 16;

/**
 * @param read fills an array with the bytes from `begin` on, which is within the file; resolves with how many there were
 * @returns a source whose bytes are valid until its next read
 */
export function readAhead(size: number, read: (begin: number, into: Bytes) => Promise<number>): ByteSource {
  let room = new Uint8Array();
  let [from, to] = [0, 0]; // what of the file is in it
  return {
    size,
    read: async (begin, end) => {
      const last = Math.min(end, size);
      if (begin < from || last > to) {
        const count = Math.max(0, Math.min(Math.max(begin, last) + AHEAD, size) - begin);
        [from, to] = [begin, begin];
        if (room.length < count) room = new Uint8Array(); // not two at a time
        if (room.length < count) room = new Uint8Array(count);
        to = begin + (await read(begin, room.subarray(0, count)));
      }
      return room.subarray(begin - from, Math.max(0, Math.min(last, to) - from));
    },
    close: () => {
      room = new Uint8Array();
      to = from;
    },
  };
}

/** Bytes that a Blob gives at a time. */
const PASSED = 2 ** 18;

/** Through one array: those that `arrayBuffer()` gives are freed late, by when there are a hundred megabytes of them. */
export function ofBlob(blob: Blob): ByteSource {
  let passed = new Uint8Array(PASSED);
  return readAhead(blob.size, async (begin, into) => {
    const slice = blob.slice(begin, begin + into.length);
    const reader = byteReader(slice);
    let at = 0;
    const add = (bytes: Bytes) => {
      into.set(bytes.subarray(0, into.length - at), at);
      at = Math.min(into.length, at + bytes.length);
    };
    if (!reader) add(new Uint8Array(await slice.arrayBuffer()));
    while (reader && at < into.length) {
      const { done, value } = await reader.read(passed);
      if (value) {
        add(value);
        passed = new Uint8Array(value.buffer);
      }
      if (done) break;
    }
    reader?.cancel().catch(() => undefined);
    return at;
  });
}

/** Null: this browser's Blobs have no such streams. */
function byteReader(blob: Blob): ReadableStreamBYOBReader | null {
  try {
    return blob.stream().getReader({ mode: 'byob' });
  } catch {
    return null;
  }
}
