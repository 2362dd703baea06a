// Stores the element's state in a URL: in the query, which the server receives, or in the fragment if the state is too
// long.
import { fromQuery, toQuery, type State } from './properties.js';

/** Maximum length of a URL's query: many servers refuse a request line of 8 KB, some refuse 4 KB. */
const MAX_QUERY = 2000; // maximum length of a query in characters
/**
 * Maximum size of a state after decompression: much more than a user would type, and too little to exhaust the memory.
 */
const MAX_INFLATED = 16 * 2 ** 20; // maximum size of inflated data in bytes

/** Beginning of a URL fragment that contains a compressed state (DEFLATE, RFC 1951, in base64url, RFC 4648). */
const COMPRESSED = '#state=';
const PLAIN = '#?';
/** Beginning of a URL fragment that contains an uncompressed state, as written by browsers without compression. */

/** Writes the state as the part of a URL after the path: '', `?query`, or `#state=…`. */
export async function writeAddress(state: State): Promise<string> {
  const query = explicitQuery(state);
  if (query === '') return '';
  if (query.length <= MAX_QUERY) return `?${query}`;
  return canCompress() ? COMPRESSED + toBase64Url(await deflate(query)) : PLAIN + query;
}

const BARE: readonly string[] = ['lang', 'theme', 'text'];

/** True for a URL that sets only the appearance and the text. The page then opens as if the URL contained no state. */
export const isBare = (requested: Partial<State>): boolean =>
  Object.keys(requested).every((name) => BARE.includes(name));

/**
 * The element's state as a URL query; '' for the initial state. For a state that `isBare` would ignore, the query also
 * contains `controls`.
 */
export function explicitQuery(state: State): string {
  const query = toQuery(state);
  return query !== '' && isBare(fromQuery(query)) ? `${query}&controls=${state.controls}` : query;
}

/** Reads the properties that a URL sets; null if it contains no state. Synchronous unless the state is compressed. */
export function readAddress({
  search,
  hash,
}: Pick<Location, 'search' | 'hash'>): Partial<State> | null | Promise<Partial<State> | null> {
  const inQuery = () => (search === '' ? null : fromQuery(search));
  if (hash.startsWith(PLAIN)) return fromQuery(hash.slice(PLAIN.length));
  if (!hash.startsWith(COMPRESSED)) return inQuery();
  // A compressed state that cannot be read is ignored, as are invalid values in a query.
  return inflate(hash.slice(COMPRESSED.length)).then(fromQuery).catch(inQuery);
}

const canCompress = (): boolean => {
  try {
    return typeof new CompressionStream('deflate-raw') === 'object';
  } catch {
    return false;
  }
};

const deflate = async (text: string): Promise<Uint8Array> => {
  const compressed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
};

async function inflate(compressed: string): Promise<string> {
  const bytes = fromBase64Url(compressed);
  const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(text.pipeThrough(limited(MAX_INFLATED))).text();
}

/** Stream that passes data on, and fails after the given number of bytes. */
function limited(most: number): TransformStream<Uint8Array, Uint8Array> {
  let total = 0;
  return new TransformStream({
    transform(chunk, controller) {
      total += chunk.length;
      if (total > most) controller.error(new RangeError(`expected at most ${most} bytes, got more`));
      else controller.enqueue(chunk);
    },
  });
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
