// GGUF files, compared with gguf.GGUFReader from PyPI (tests/fixtures/make_gguf_files.py).
import { readFileSync } from 'node:fs';
import { GgufFile } from '../../../web/engine/weights/gguf-file.js';
import { isGguf } from '../../../web/engine/weights/is-gguf.js';
import { readGgufHeader } from '../../../web/engine/weights/gguf-header.js';
import { inMemory, readNow } from '../../../web/engine/weights/reading.js';

const { files, changes, cuts } = JSON.parse(readFileSync(new URL('../../fixtures/gguf-files.json', import.meta.url)));
const sourceOf = (bytes) => inMemory(new Uint8Array(bytes).buffer);
const base = Buffer.from(files[0].file, 'base64');

/** Error message for a GGUF file that cannot be read; null if it can be read. */
function refusal(bytes) {
  const source = sourceOf(bytes);
  if (!readNow(isGguf(source))) return 'another format';
  try {
    readNow(GgufFile.open(source, (name) => name));
    return null;
  } catch (error) {
    return error.message;
  }
}

test.each(files.map((file, index) => [index, file]))('file %i: the same values and tensors', (_, expected) => {
  const source = sourceOf(Buffer.from(expected.file, 'base64'));
  const { metadata, tensors, tensorsBegin } = readNow(readGgufHeader(source));
  expect(Object.fromEntries(metadata)).toEqual(expected.values);
  const file = readNow(GgufFile.open(source, (name) => name));
  const found = tensors.map(({ name, type, sizes, offset }) => {
    const shape = sizes.toReversed();
    const { begin, rowBytes } = file.find(name, shape);
    expect(begin).toBe(tensorsBegin + offset);
    const bytes = source.read(begin, begin + rowBytes * (shape.length === 1 ? 1 : shape[0]));
    return { name, shape, type, bytes: Buffer.from(bytes).toString('base64') };
  });
  expect(found).toEqual(expected.tensors);
});

/**
 * True for the position of a byte in the list of strings, the only place where GGUFReader rejects changes that the
 * loader accepts: a token may be a part of a character, which is not valid UTF-8.
 */
const isInListOfTexts = (at) => at >= base.indexOf('list.of.strings') && at < base.indexOf('list.of.numbers');
/** Pattern of the loader's messages about errors that GGUFReader does not detect. */
const STRICTER = /: its bytes (overlap|leave a gap|are not aligned): expected them to begin at/;

test('corrupted files that the reader rejects are rejected', () => {
  const counts = { refused: 0, taken: 0 };
  for (const [at, value, isRefused] of changes) {
    const changed = Buffer.from(base);
    changed[at] = value;
    const why = refusal(changed);
    const place = `byte ${at} = ${value}`;
    if (isRefused && !isInListOfTexts(at)) expect([place, why]).toEqual([place, expect.any(String)]);
    if (!isRefused && why !== null) expect([place, why]).toEqual([place, expect.stringMatching(STRICTER)]);
    counts[why === null ? 'taken' : 'refused']++;
  }
  expect(counts.refused).toBeGreaterThan(200);
  expect(counts.taken).toBeGreaterThan(100);
});

test('a truncated file is rejected', () => {
  for (const [size, isRefused] of cuts) {
    expect([size, refusal(base.subarray(0, size)) !== null]).toEqual([size, isRefused]);
  }
});
