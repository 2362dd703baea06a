// SentencePiece's character maps, compared with Hugging Face's tokenizers (tests/fixtures/make_tokenizer.py).
import { readFileSync } from 'node:fs';
import { PrecompiledNormalizer } from '../../../../web/engine/pretrained/tokenizer/precompiled-normalizer.js';
import { SubwordTokenizer } from '../../../../web/engine/pretrained/subword-tokenizer.js';

const { tokenizer, cases } = JSON.parse(
  readFileSync(new URL('../../../fixtures/charsmap.json', import.meta.url), 'utf8'),
);
const [{ precompiled_charsmap: charsmap }] = tokenizer.normalizer.normalizers;

test('texts are normalized as the map says', () => {
  const normalizer = new PrecompiledNormalizer('charsmap', charsmap);
  for (const { text, normalized } of cases) expect([text, normalizer.normalize(text)]).toEqual([text, normalized]);
});

test('their tokens equal the reference’s, also where U+200D joins emoji', async () => {
  const subwords = await SubwordTokenizer.load(tokenizer, 100);
  for (const { text, ids } of cases) expect([text, subwords.encode(text).map(({ id }) => id)]).toEqual([text, ids]);
  expect(subwords.encode('\u{1f469}\u200d\u{1f4bb}').map(({ text }) => text)).toContain('\u{1f469}\u200d\u{1f4bb}');
});

const base64 = (bytes) => Buffer.from(bytes).toString('base64');

test('an invalid map is rejected', () => {
  for (const bytes of [[], [1, 0, 0], [8, 0, 0, 0, 1, 2, 3, 4], [3, 0, 0, 0, 1, 2, 3]]) {
    expect(() => new PrecompiledNormalizer('charsmap', base64(bytes))).toThrow(/^charsmap: expected a trie/);
  }
});

test('a corrupted map terminates, whatever its bytes', () => {
  const whole = Buffer.from(charsmap, 'base64');
  for (let at = 4; at < whole.length; at += 7) {
    const changed = Buffer.from(whole);
    changed[at] ^= 1 << (at % 8);
    const normalizer = new PrecompiledNormalizer('charsmap', base64(changed));
    expect(typeof normalizer.normalize('e\u0301 \u{1f469}\u200dA\u3000')).toBe('string');
  }
});

test('the replacement of a character is short', () => {
  const texts = Buffer.from(charsmap, 'base64');
  const long = Buffer.concat([texts.subarray(0, texts.length - 1), Buffer.alloc(300, 'x'), Buffer.from([0])]);
  const last = cases.find(({ text }) => text === '\u337f').text; // the replacement of U+337F is the last one in the map
  expect(() => new PrecompiledNormalizer('charsmap', base64(long)).normalize(last)).toThrow(
    /^charsmap: expected at most 256 bytes/,
  );
});
