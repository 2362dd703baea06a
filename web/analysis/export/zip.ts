// Uncompressed ZIP archives, written by fflate.
import { zipSync } from 'fflate';

/** Maximum archive size in bytes. */
const MAX_BYTES = 2 ** 31 - 1;

/** ZIP's first date, which like ZIP uses local time, so that archives are reproducible in any time zone. */
const OPTIONS = { level: 0, mtime: new Date(1980, 0, 1) } as const;

/** @param files contents by name */
export function stored(files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>): Uint8Array<ArrayBuffer> {
  const total = Object.values(files).reduce((sum, { length }) => sum + length, 0);
  if (total > MAX_BYTES) throw new RangeError(`zip: expected at most ${MAX_BYTES} bytes, got ${total}`);
  return zipSync(files, OPTIONS);
}
