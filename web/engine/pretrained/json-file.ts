// Reads the JSON files that accompany a model's weights, such as its configuration, with limits on their size.
import { parseJson } from '../core/file-contents.js';
import type { Bytes, ByteSource } from '../weights/reading.js';

/**
 * Maximum number of values in a JSON file. The largest vocabularies, with a million tokens and their scores or merges,
 * have 3 million.
 */
const MAX_VALUES = 2 ** 22;

/**
 * Reads and parses a JSON file.
 * @param name name of the file in error messages
 * @param most maximum size of the file in bytes
 * @param live called after reading; if it throws, the result is discarded
 * @throws TypeError or RangeError that names the file if it is invalid or too long
 */
export async function readJson(name: string, source: ByteSource, most: number, live: () => unknown): Promise<unknown> {
  try {
    const bytes = await source.read(0, most + 1);
    live();
    if (bytes.length > most) throw new RangeError(`${name}: expected at most ${most} bytes, got more`);
    expectFewValues(name, bytes);
    return parseJson(name, bytes);
  } finally {
    source.close?.();
  }
}

/**
 * Checks that a JSON file does not have too many values: nested lists take ten times the memory and time of their text.
 * Values are counted by brackets and commas before the file is parsed.
 */
function expectFewValues(name: string, bytes: Bytes): void {
  const [comma, bracket, brace] = [0x2c, 0x5b, 0x7b];
  let values = 0;
  for (let at = 0; at < bytes.length; ++at) {
    const byte = bytes[at];
    if (byte === comma || byte === bracket || byte === brace) values++;
  }
  if (values > MAX_VALUES) throw new RangeError(`${name}: expected at most ${MAX_VALUES} values, got more`);
}
