// Reading a file step by step. What reads yields the bytes that it needs, or a promise of them, and goes on when they are
// there: the same steps run at once on a file in memory, and from tensor to tensor on one that is elsewhere.

export type Bytes = Uint8Array<ArrayBuffer>;
export type Reading<Result> = Generator<Bytes | Promise<Bytes>, Result, Bytes>;

/** The bytes of a file, wherever it is. */
export interface ByteSource {
  /** In bytes; null: not known, as before the first read of a file at an address. */
  readonly size: number | null;
  /** The bytes from `begin` to `end`, until the next read; fewer where the file ends before. */
  read: (begin: number, end: number) => Bytes | Promise<Bytes>;
  /** Ends a connection. A later read opens another. */
  close?: () => void;
}

/** Opens a file of this machine, which `fetch` does not reach. */
export type OpenLocal = (url: URL) => Promise<ByteSource>;

export const inMemory = (file: ArrayBuffer): ByteSource => ({
  size: file.byteLength,
  read: (begin, end) => new Uint8Array(file).subarray(begin, end),
});

/** Reads a file that is in memory. */
export function readNow<Result>(reading: Reading<Result>): Result {
  let step = reading.next();
  while (!step.done) step = reading.next(step.value as Bytes);
  return step.value;
}

/** @param live is called before each step; where it throws, the reading ends */
export async function readAsync<Result>(reading: Reading<Result>, live: () => unknown): Promise<Result> {
  let step = reading.next();
  while (!step.done) {
    let bytes: Bytes;
    try {
      bytes = await step.value;
      live();
    } catch (error) {
      step = reading.throw(error); // what has been begun is undone
      continue;
    }
    step = reading.next(bytes);
  }
  return step.value;
}
