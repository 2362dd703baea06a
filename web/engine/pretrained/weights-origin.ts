// Origin of a model's weights, for later reference.

export interface WeightsOrigin {
  /** Name of the file; null if it has none, like a Blob that is not a File. */
  name: string | null;
  /** The file itself, a handle on the user's disk; null for a URL or a Blob. */
  file: File | null;
}

/** Last part of a URL's path; null if it names no file, as in a data URL. */
function nameIn(url: string): string | null {
  const { protocol, pathname } = new URL(url, 'http://localhost/');
  if (!['http:', 'https:', 'file:'].includes(protocol)) return null;
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name) || null;
  } catch {
    return name; // % without a valid code
  }
}

/** @param source argument of `loadPretrained`, already read */
export function originOf(source: unknown): WeightsOrigin {
  if (typeof File === 'function' && source instanceof File) return { name: source.name || null, file: source };
  if (source instanceof Blob) return { name: null, file: null };
  return { name: nameIn(String(source)), file: null };
}
