// The story model, which the page uses to continue stories: generation with its tokenizer, and the positions of tokens
// in the text.
import { stories } from 'attention-spotlight/stories';
import { BUILDS, engines } from '../engines.mjs';

describe.each(BUILDS)('the story model, %s build', (build) => {
  let model;
  beforeAll(async () => {
    model = await engines[build].loadPretrained(stories);
  });
  afterAll(() => model.dispose());

  const write = (text, options) => [...model.generate(text, options)].map((token) => token.text).join('');

  test('continues a story', () => {
    const begin = 'Once upon a time';
    expect(begin + write(begin, { maxTokens: 40 })).toMatch(
      /^Once upon a time, there was a little girl named Lily\. She loved to play outside in the park\./,
    );
  });

  test('equal seeds sample equal tokens, other seeds other tokens', () => {
    const begin = 'The dog';
    const options = { temperature: 1, topP: 0.95, topK: 50, maxTokens: 30 };
    const drawn = [1, 1, 2].map((seed) => write(begin, { ...options, seed }));
    expect(drawn[0]).toBe(drawn[1]);
    expect(drawn[2]).not.toBe(drawn[0]);
    expect(write(begin, { maxTokens: 30, temperature: 1, topK: 1 })).toBe(write(begin, { maxTokens: 30 }));
    expect(write(begin, { maxTokens: 30, temperature: 1, topP: 1e-9 })).toBe(write(begin, { maxTokens: 30 }));
  });

  test('samples each token with its probability', () => {
    const [{ candidates }] = model.generate('Once', { maxTokens: 1 });
    const counts = new Map();
    const n = 400;
    for (let seed = 0; seed < n; ++seed) {
      const [{ id }] = model.generate('Once', { maxTokens: 1, temperature: 1, seed });
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    for (const { id, probability } of candidates) {
      const deviation = Math.sqrt((probability * (1 - probability)) / n);
      expect(Math.abs((counts.get(id) ?? 0) / n - probability)).toBeLessThan(4 * deviation + 1 / n);
    }
  });

  test('a story ends', () => {
    const tokens = [...model.generate('Tom', { temperature: 0.9, seed: 1 })];
    expect(tokens.length).toBeLessThan(model.contextLength - 3);
    expect(tokens.map(({ id }) => id)).not.toContain(1);
  });

  test('every token has its position in the text, the bytes of one character together', () => {
    const text = 'Once upon 你 time,\n naïve 🦊';
    const tokens = model.tokenize(text);
    expect(tokens[0]).toMatchObject({ text: '<s>', start: 0, end: 0 });
    expect(tokens.filter((token) => token.text === '你')).toHaveLength(3);
    expect(tokens.filter((token) => token.text === '🦊')).toHaveLength(4);
    const covered = new Set();
    for (const { start, end } of tokens) for (let at = start; at < end; ++at) covered.add(at);
    [...text].reduce((at, character) => {
      if (/\S/.test(character)) expect(covered).toContain(at);
      return at + character.length;
    }, 0);
    tokens.slice(1).forEach(({ start }, index) => expect(start).toBeGreaterThanOrEqual(tokens[index].start));
  });

  test('a run has the same next tokens as generation', () => {
    const text = 'Once upon a time';
    const run = model.run(text);
    const [next] = model.generate(text, { maxTokens: 1 });
    const last = run.tokens.length - 1;
    expect(run.candidates(last)[0].id).toBe(next.id);
    expect(run.candidates(last)[0].text).toBe(next.text);
    expect(run.attention('decoder', 4).shape).toEqual([8, last + 1, last + 1]);
    const { key, value } = run.trace('decoder', 0, 5);
    expect(key).toEqual(run.trace('decoder', 0, 4).key); // the two heads share a key/value head
    expect(value.shape).toEqual([last + 1, 8]);
  });
});
