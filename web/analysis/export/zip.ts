// Uncompressed ZIP archives, written by fflate.
import { zipSync } from 'fflate';

/** Maximum size of a ZIP archive, in bytes. */
const MAX_BYTES = 2 ** 31 - 1;

/**
 * Options of fflate. The timestamp of all files is the first date that ZIP can represent: ZIP stores local time, as
 * Date does here, so archives are identical in every time zone.
 */
const OPTIONS = { level: 0, mtime: new Date(1980, 0, 1) } as const;

/**
 * Creates an uncompressed ZIP archive.
 * @param files file contents by name
 */
export function stored(files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>): Uint8Array<ArrayBuffer> {
  const total = Object.values(files).reduce((sum, { length }) => sum + length, 0);
  if (total > MAX_BYTES) throw new RangeError(`zip: expected at most ${MAX_BYTES} bytes, got ${total}`);
  return zipSync(files, OPTIONS);
}
