// A ZIP archive without compression, by fflate.
import { zipSync } from 'fflate';

/** Largest archive that can be written in one piece. */
const MAX_BYTES = 2 ** 31 - 1;

/** The same files make the same archive: they are dated at ZIP's first day, in whatever time zone. */
const OPTIONS = { level: 0, mtime: new Date(1980, 0, 1) } as const;

/** @param files contents by name */
export function stored(files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>): Uint8Array<ArrayBuffer> {
  const total = Object.values(files).reduce((sum, { length }) => sum + length, 0);
  if (total > MAX_BYTES) throw new RangeError(`zip: expected at most ${MAX_BYTES} bytes, got ${total}`);
  return zipSync(files, OPTIONS);
}
