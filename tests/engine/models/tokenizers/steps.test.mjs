// Normalizers, pre-tokenizers, added tokens and templates give the same ids as Hugging Face's tokenizers
// (tests/fixtures/make_tokenizer_steps.py).
import { readFileSync } from 'node:fs';
import { SubwordTokenizer } from '../../../../web/engine/pretrained/subword-tokenizer.js';

const { texts, cases } = JSON.parse(
  readFileSync(new URL('../../../fixtures/tokenizer-steps.json', import.meta.url), 'utf8'),
);

test.each(cases)('$name', async ({ tokenizer, ids }) => {
  const subwords = await SubwordTokenizer.load(tokenizer, 1000);
  const found = texts.map((text) => [text, subwords.encode(text).map(({ id }) => id)]);
  expect(found).toEqual(texts.map((text, at) => [text, ids[at]]));
});

test('a template token that the model lacks is named', async () => {
  const { tokenizer } = cases.find(({ name }) => name === 'BertProcessing');
  const processor = { type: 'BertProcessing', sep: ['a', 3], cls: ['b', 999] };
  const subwords = await SubwordTokenizer.load({ ...tokenizer, post_processor: processor }, 100);
  expect(() => subwords.encode('a')).toThrow(/^tokenizer: the id of 'b': expected .* from 0 to 99, got 999/);
});

test('a character that has no token is named', async () => {
  const model = { type: 'WordLevel', vocab: { a: 0 }, unk_token: null };
  const pre_tokenizer = { type: 'Split', pattern: { Regex: '.' }, behavior: 'Isolated', invert: false };
  const subwords = await SubwordTokenizer.load({ model, pre_tokenizer }, 1);
  expect(subwords.encode('aa').map(({ id }) => id)).toEqual([0, 0]);
  expect(() => subwords.encode('a猫a')).toThrow(/^text: expected characters that the tokenizer knows, got '猫'$/);
});

test('dropout of merges, which is random, is rejected', async () => {
  const model = { type: 'BPE', vocab: { a: 0 }, merges: [], dropout: 0.1 };
  await expect(SubwordTokenizer.load({ model }, 1)).rejects.toThrow('tokenizer.model.dropout: expected none, got 0.1');
});
