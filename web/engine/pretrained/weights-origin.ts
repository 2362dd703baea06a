// Where the weights of a model are from, for whoever has to say so later.

export interface WeightsOrigin {
  /** The name of the file; null: it has none, as a Blob that is no File. */
  name: string | null;
  /** The file itself, a handle on the user's disk; null: it came from a URL, or as a Blob. */
  file: File | null;
}

/** The last part of a URL's path; null where it names no file, as in a data URL. */
function nameIn(url: string): string | null {
  const { protocol, pathname } = new URL(url, 'http://localhost/');
  if (!['http:', 'https:', 'file:'].includes(protocol)) return null;
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name) || null;
  } catch {
    return name; // % and no code
  }
}

/** @param source what `loadPretrained` was given, and has read */
export function originOf(source: unknown): WeightsOrigin {
  if (typeof File === 'function' && source instanceof File) return { name: source.name || null, file: source };
  if (source instanceof Blob) return { name: null, file: null };
  return { name: nameIn(String(source)), file: null };
}
