// Tokenizers from vocab.json and merges.txt instead of tokenizer.json (tests/fixtures/make_byte_pairs.py).
import { readFileSync } from 'node:fs';
import { BytePairFiles } from '../../../../web/engine/pretrained/byte-pair-files.js';
import { engines } from '../../engines.mjs';
import { filesOf } from '../tiny-models.mjs';
import { ofBlob } from '../../../../web/engine/weights/read-ahead.js';
import { SubwordTokenizer } from '../../../../web/engine/pretrained/subword-tokenizer.js';

const { vocab, merges, texts, families } = JSON.parse(
  readFileSync(new URL('../../../fixtures/byte-pairs.json', import.meta.url), 'utf8'),
);

const MAX = 2 ** 16;
const files = (vocabulary, pairs, most = MAX) =>
  BytePairFiles.read(ofBlob(new Blob([vocabulary])), ofBlob(new Blob([pairs])), most, () => undefined);
const tokenizerOf = async (family, pairs = merges) =>
  SubwordTokenizer.load((await files(JSON.stringify(vocab), pairs)).asTokenizer(family), 500);

test.each(Object.keys(families))('the tokens of %s are those of the reference', async (family) => {
  const tokenizer = await tokenizerOf(family);
  const found = texts.map((text) => [text, tokenizer.encode(text).map(({ id }) => id)]);
  expect(found).toEqual(texts.map((text, at) => [text, families[family][at]]));
});

test('BART has the tokens of RoBERTa, GPT-Neo those of GPT-2, and line ends may be those of Windows', async () => {
  for (const [family, same] of [
    ['bart', 'roberta'],
    ['gpt_neo', 'gpt2'],
  ]) {
    const tokenizer = await tokenizerOf(family, merges.replaceAll('\n', '\r\n'));
    expect(texts.map((text) => tokenizer.encode(text).map(({ id }) => id))).toEqual(families[same]);
  }
});

test('a decoded text is the text, whole characters of several tokens included', async () => {
  const tokenizer = await tokenizerOf('gpt2');
  const text = ' 猫在巴黎 👩\u200d👧 the cat';
  expect(tokenizer.decode(tokenizer.encode(text).map(({ id }) => id))).toBe(text);
});

const SMALL = { a: 0, b: 1, ab: 2, Ġ: 3, '<s>': 4, '</s>': 5 };

test('a model is loaded with both, which are named among its files', async () => {
  const tokenizer = {
    vocab: new File([JSON.stringify(SMALL)], 'vocab.json'),
    merges: new File(['#version: 0.2\na b\n'], 'merges.txt'),
  };
  const model = await engines.simd.loadModel({ ...filesOf('gpt2'), tokenizer });
  expect(model.run('ab ab').tokens.map(({ id }) => id)).toEqual([2, 3, 2]);
  expect(model.files.filter(({ kind }) => kind === 'tokenizer').map(({ name }) => name)).toEqual([
    'vocab.json',
    'merges.txt',
  ]);
  model.dispose();
});

describe('what is wrong is refused by name', () => {
  test.each([
    ['[]', 'a b', /^tokenizer\.vocab: expected/],
    ['{', 'a b', /^tokenizer\.vocab: expected valid JSON/],
    ['{"a":-1}', 'a a', /^tokenizer\.model\.vocab: the id of 'a'/],
    ['{"a":0}', 'a', /^tokenizer\.merges: line 1: expected two tokens with a space between them, got the string 'a'/],
    ['{"a":0}', '#version: 0.2\na  b', /^tokenizer\.merges: line 2: expected two tokens/],
    ['{"a":0}', Uint8Array.of(0xff, 0xfe), /^tokenizer\.merges: expected a text in UTF-8/],
    ['{"a":0}', '\n'.repeat(2 ** 20), /^tokenizer\.merges: expected at most 1048576 lines, got 1048577/, 2 ** 21],
    ['{"a":0}', 'a b\n'.repeat(2 ** 14 + 1), /^tokenizer\.merges: expected at most 65536 bytes, got more/],
    [`{"a":0}${' '.repeat(MAX)}`, 'a a', /^tokenizer\.vocab: expected at most 65536 bytes, got more/],
  ])('case %#', async (...[vocabulary, pairs, message, most]) => {
    const load = async () => SubwordTokenizer.load((await files(vocabulary, pairs, most)).asTokenizer('gpt2'), 500);
    await expect(load()).rejects.toThrow(message);
  });

  test('a family with another kind of tokenizer, a vocabulary without its tokens, and half of the pair', async () => {
    const pair = await files('{"a":0}', 'a a');
    expect(() => pair.asTokenizer('t5')).toThrow(/^tokenizer: expected tokenizer\.json for a model of the family t5/);
    expect(() => pair.asTokenizer('roberta')).toThrow(/^tokenizer\.vocab: expected the token '<s>'/);
    const load = (tokenizer) => engines.simd.loadModel({ ...filesOf('gpt2'), tokenizer });
    await expect(load({ vocab: new Blob(['{}']) })).rejects.toThrow(/^tokenizer\.merges: expected a URL or a Blob/);
    await expect(load({ vocabulary: '' })).rejects.toThrow(/^tokenizer: unknown option 'vocabulary'/);
  });
});
