// Origin of a model's files: names, and a way to open local ones again.
import { ofBlob } from '../weights/read-ahead.js';
import type { LocalSource, OpenLocal } from '../weights/reading.js';

export interface WeightsOrigin {
  /** Name of the file; null if the source has none, as a Blob that is not a File. */
  name: string | null;
  /** File object that the user has chosen from disk; null if the source is a URL or another Blob. */
  file: File | null;
}

/** Origin of a file that a model was loaded from. */
export interface FileOrigin extends WeightsOrigin {
  readonly kind: 'weights' | 'config' | 'tokenizer' | 'preprocessor';
  /**
   * Opens the file again. Null if that is not possible, as for a file loaded over the network, or a Blob that is not a
   * File.
   */
  readonly open: (() => Promise<LocalSource>) | null;
}

/** Last segment of a URL's path; null if it does not name a file, as in a data URL. */
function nameIn({ protocol, pathname }: URL): string | null {
  if (!['http:', 'https:', 'file:'].includes(protocol)) return null;
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name) || null;
  } catch {
    return name; // the name contains a % that is not followed by a valid code
  }
}

/**
 * Describes the origin of a file that a model was loaded from.
 * @param source the file in the argument of `loadPretrained`, already read
 * @param openLocal opens a local file; undefined in a browser
 * @param urlOf returns the URL of a source that is not a Blob
 */
export function originOf(
  kind: FileOrigin['kind'],
  source: unknown,
  openLocal: OpenLocal | undefined,
  urlOf: (source: unknown) => URL,
): FileOrigin {
  if (source instanceof Blob) {
    if (typeof File !== 'function' || !(source instanceof File)) return { kind, name: null, file: null, open: null };
    return { kind, name: source.name || null, file: source, open: () => Promise.resolve(ofBlob(source)) };
  }
  const url = urlOf(source);
  const isLocal = url.protocol === 'file:' && openLocal !== undefined;
  return { kind, name: nameIn(url), file: null, open: isLocal ? () => openLocal(url) : null };
}
