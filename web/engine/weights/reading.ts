// Step-by-step reading of files. A reader is a generator that yields the bytes that it needs, or a promise of them, and
// resumes when they have arrived. The same code runs synchronously on a file in memory, and tensor by tensor on a
// remote file.

export type Bytes = Uint8Array<ArrayBuffer>;
export type Reading<Result> = Generator<Bytes | Promise<Bytes>, Result, Bytes>;

/** A file as a sequence of bytes, in memory, on disk or at a URL. */
export interface ByteSource {
  /** Size of the file in bytes; null if it is not known, as before the first read of a file at a URL. */
  readonly size: number | null;
  /** Returns the bytes begin … end − 1 of the file, valid until the next read; fewer if the file ends before. */
  read: (begin: number, end: number) => Bytes | Promise<Bytes>;
  /** Closes the connection to the file's server. A later read opens another. */
  close?: () => void;
}

/** A file on this machine that was opened by its URL or chosen by the user. */
export interface LocalSource extends ByteSource {
  readonly size: number;
}

/** Function that opens a local file, which `fetch` cannot do in Node. */
export type OpenLocal = (url: URL) => Promise<LocalSource>;

export const inMemory = (file: ArrayBuffer): ByteSource => ({
  size: file.byteLength,
  read: (begin, end) => new Uint8Array(file).subarray(begin, end),
});

/** Runs a reader on a file in memory, synchronously. */
export function readNow<Result>(reading: Reading<Result>): Result {
  let step = reading.next();
  while (!step.done) step = reading.next(step.value as Bytes);
  return step.value;
}

/**
 * Runs a reader on a file whose bytes arrive later.
 * @param live called before each step; if it throws, reading ends
 */
export async function readAsync<Result>(reading: Reading<Result>, live: () => unknown): Promise<Result> {
  let step = reading.next();
  while (!step.done) {
    let bytes: Bytes;
    try {
      bytes = await step.value;
      live();
    } catch (error) {
      step = reading.throw(error); // lets the reader clean up
      continue;
    }
    step = reading.next(bytes);
  }
  return step.value;
}
