// Models with token ids that stand for no token, as in a vocabulary that is padded to a round size, and models without
// a tokenizer.
import { jest } from '@jest/globals';
import { BUILDS, engines } from '../engines.mjs';
import { filesOf } from './tiny-models.mjs';

const TOKENS = ['a', 'b', 'Ġc', 'd', ''];
const tokenizer = {
  version: '1.0',
  added_tokens: [],
  normalizer: null,
  pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
  post_processor: null,
  decoder: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
  model: { type: 'BPE', vocab: Object.fromEntries(TOKENS.map((token, id) => [token, id])), merges: [] },
};
const PADDED = 23;
const named = (id) => ['a', 'b', ' c', 'd'][id] ?? `⟨${id}⟩`;

describe.each(BUILDS)('%s build', (build) => {
  const load = (files) => engines[build].loadPretrained({ ...filesOf('gpt2'), ...files });
  const withTokenizer = () => load({ tokenizer: new Blob([JSON.stringify(tokenizer)]) });

  test('every candidate has a name: its text, or its id', async () => {
    const model = await withTokenizer();
    const run = model.run('ab');
    const candidates = run.candidates(1, PADDED);
    expect(candidates.map(({ text }) => text)).toEqual(candidates.map(({ id }) => named(id)));
    const next = run.decode().next[1];
    expect(next.map(({ text }) => text)).toEqual(candidates.slice(0, next.length).map(({ id }) => named(id)));
    const [first] = model.generate('ab', { maxTokens: 1 });
    expect(first.candidates.map(({ text }) => text)).toEqual(first.candidates.map(({ id }) => named(id)));
    model.dispose();
  });

  test("they are in no text, and '' stays the end of a text", async () => {
    const model = await withTokenizer();
    expect(model.run([0, 9, 2, 22]).text).toBe('a c');
    expect(model.run([0, 9, 2]).tokens.map(({ text }) => text)).toEqual(['a', '⟨9⟩', ' c']);
    model.dispose();
    const config = JSON.parse(await filesOf('gpt2').config.text());
    const ends = await load({
      config: new Blob([JSON.stringify({ ...config, eos_token_id: [...Array(PADDED).keys()] })]),
    });
    expect(
      ends
        .run([1, 2])
        .decode()
        .next[1].map(({ text }) => text),
    ).toEqual(['', '', '', '', '']);
    ends.dispose();
  });

  test('the file of a tokenizer that is at hand is read once, and checked for each model', async () => {
    const file = new Blob([JSON.stringify(tokenizer)]);
    const slice = jest.spyOn(file, 'slice');
    const part = await engines[build].loadPretrained(
      { ...filesOf('gpt2'), tokenizer: file },
      { layers: 1, text: 'ab' },
    );
    const reads = slice.mock.calls.length;
    expect(reads).toBeGreaterThan(0);
    const model = await load({ tokenizer: file });
    expect(slice.mock.calls).toHaveLength(reads);
    expect([part, model].map((each) => each.run('ab').tokens.map(({ id }) => id))).toEqual([
      [0, 1],
      [0, 1],
    ]);
    part.dispose();
    model.dispose();
  });

  test('its language is unknown', async () => {
    const model = await withTokenizer();
    expect(model.run('abc').decode()).toMatchObject({ text: 'abc', language: null });
    model.dispose();
  });

  test('without a tokenizer, ids serve as names', async () => {
    const model = await load({});
    const run = model.run([5, 6]);
    expect(run.tokens.map(({ text }) => text)).toEqual(['⟨5⟩', '⟨6⟩']);
    expect(run.candidates(1, 3).map(({ id, text }) => text === `⟨${id}⟩`)).toEqual([true, true, true]);
    model.dispose();
  });
});
