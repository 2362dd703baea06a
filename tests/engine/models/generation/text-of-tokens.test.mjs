// The text that each generated token adds equals the result of decoding all tokens again, for texts of any length.
import { readFileSync } from 'node:fs';
import { SubwordTokenizer } from '../../../../web/engine/pretrained/subword-tokenizer.js';
import { TextOfTokens } from '../../../../web/engine/pretrained/text-of-tokens.js';
import { BytePairFiles } from '../../../../web/engine/pretrained/byte-pair-files.js';
import { ofBlob } from '../../../../web/engine/weights/read-ahead.js';

const fixture = (name) => JSON.parse(readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url), 'utf8'));
const { vocab, merges, texts } = fixture('byte-pairs.json');

async function bytePairs() {
  const [vocabulary, pairs] = [JSON.stringify(vocab), merges].map((text) => ofBlob(new Blob([text])));
  const read = await BytePairFiles.read(vocabulary, pairs, 2 ** 16, () => undefined);
  return SubwordTokenizer.load(read.asTokenizer('gpt2'), 500);
}

/**
 * Tokenizer with byte fallback, as Llama's: a character without a token of its own becomes the tokens of its bytes, and
 * a space at the start of a text is removed.
 */
function byteFallback() {
  const bytes = Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`);
  const pieces = ['<unk>', ...bytes, '▁the', '▁cat', 's', '▁', '.'];
  const decoders = [
    { type: 'Replace', pattern: { String: '▁' }, content: ' ' },
    { type: 'ByteFallback' },
    { type: 'Fuse' },
    { type: 'Strip', content: ' ', start: 1, stop: 0 },
  ];
  return SubwordTokenizer.load(
    {
      model: {
        type: 'BPE',
        vocab: Object.fromEntries(pieces.map((piece, id) => [piece, id])),
        merges: [],
        unk_token: '<unk>',
        byte_fallback: true,
        fuse_unk: true,
      },
      decoder: { type: 'Sequence', decoders },
    },
    pieces.length,
  );
}

const idsOfBytes = (text) => Array.from(new TextEncoder().encode(text), (byte) => 1 + byte);

/**
 * Checks that decoding token by token gives the whole text.
 * @param before number of initial tokens, which are decoded first
 */
function expectSameAsWhole(tokenizer, ids, before) {
  const decode = (some) => tokenizer.decode(some);
  const stream = new TextOfTokens(decode, ids.slice(0, before));
  const added = ids.slice(before).map((id) => stream.add(id));
  const whole = ids.map((_, at) => decode(ids.slice(0, at + 1)));
  const expected = whole
    .slice(before)
    .map((text, at) => text.slice(at + before > 0 ? whole[at + before - 1].length : 0));
  expect(added).toEqual(expected);
}

test.each([0, 1, 90])('byte pairs, after %d tokens', async (before) => {
  const tokenizer = await bytePairs();
  const text = Array.from({ length: 12 }, () => texts.join(' ')).join('\n');
  const ids = tokenizer.encode(text).map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(200);
  expectSameAsWhole(tokenizer, ids.slice(0, 600), before);
});

test.each([0, 3, 100])('pieces and bytes, of which a long run is one text, after %d tokens', async (before) => {
  const tokenizer = await byteFallback();
  const words = Array.from({ length: 70 }, (_, at) => 257 + (at % 5));
  const ids = [...words, ...idsOfBytes('猫在巴黎的屋顶上睡觉'.repeat(8)), ...words, ...idsOfBytes('é👩'), ...words];
  expectSameAsWhole(tokenizer, ids, before);
});

test('a long text costs no more per token than a short one', async () => {
  const tokenizer = await bytePairs();
  const ids = tokenizer.encode(texts.join(' ').repeat(20)).map(({ id }) => id);
  let most = 0;
  const stream = new TextOfTokens((some) => {
    most = Math.max(most, some.length);
    return tokenizer.decode(some);
  }, []);
  for (const id of ids) stream.add(id);
  expect(ids.length).toBeGreaterThan(400);
  expect(most).toBeLessThan(100);
});
