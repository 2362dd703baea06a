// The default model against the PyTorch program that trained it, with the same int8 weights.
import { readFileSync } from 'node:fs';
import { BUILDS, engines } from './engines.mjs';
import { TargetPieces } from '../../dist/text/target-pieces.js';

const read = (path) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const reference = read('tests/fixtures/default-model.json');
const { pieces } = read('models/default/tokenizer.json');
const vocabulary = new TargetPieces(pieces);

describe.each(BUILDS)('the default model, %s build', (build) => {
  const engine = engines[build];
  let model;
  beforeAll(async () => {
    model = await engine.loadModel();
  });
  afterAll(() => {
    model.dispose();
  });

  test('translates 200 sentences as PyTorch does', () => {
    const differing = reference.translations.filter(
      ({ text, pieces: expected }) => model.run(text).target.text !== vocabulary.decode(expected).text,
    );
    expect(reference.translations).toHaveLength(200);
    expect(differing.map(({ text }) => text)).toEqual([]);
  });

  test('gives attention weights within 1e-4 of PyTorch', () => {
    let furthest = 0;
    for (const { text, ...expected } of reference.attentions) {
      const run = model.run(text);
      for (const kind of ['self', 'causal', 'cross']) {
        expected[kind].forEach((heads, layer) => {
          const { data, shape } = run.attention(kind, layer);
          expect(shape).toEqual([heads.length, heads[0].length, heads[0][0].length]);
          heads.flat(2).forEach((weight, index) => (furthest = Math.max(furthest, Math.abs(weight - data[index]))));
        });
      }
    }
    expect(furthest).toBeLessThanOrEqual(1e-4);
  });

  test('gives the same steps for a target that it wrote itself', () => {
    const text = 'The bird sat on the roof because it was tired';
    const free = model.run(text);
    const forced = model.run(text, { target: free.target.text });
    expect(forced.target.tokens.length).toBe(free.target.tokens.length);
    expect(forced.attention('cross', 1)).toEqual(free.attention('cross', 1));
    expect(forced.target.next).toEqual(free.target.next);
  });

  test('keeps a run valid when another text has been run since', () => {
    const first = model.run('我爱北京');
    const before = first.attention('self', 0);
    model.run('Something else altogether, and longer').target;
    expect(first.attention('self', 0)).toEqual(before);
    expect(first.target.text).toBe(model.run('我爱北京').target.text);
  });

  test('gives rows of weights that sum to 1, and nothing of what comes later in causal attention', () => {
    const run = model.run('The cat sat on the mat');
    for (const kind of ['self', 'causal', 'cross']) {
      const { data, shape } = run.attention(kind, 0);
      const [heads, queries, keys] = shape;
      for (let row = 0; row < heads * queries; ++row) {
        const weights = data.subarray(row * keys, (row + 1) * keys);
        expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
        if (kind === 'causal')
          expect([...weights.subarray((row % queries) + 1)].every((weight) => weight === 0)).toBe(true);
      }
    }
  });

  test('runs the same text again and again in the same memory', () => {
    const again = () => model.run('The cat sat on the mat').attention('cross', 0);
    for (let i = 0; i < 3; ++i) again();
    const sizes = Array.from({ length: 20 }, () => {
      again();
      return engine.heapSize;
    });
    // The allocator rounds what it hands out by a few bytes, up or down.
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(64);
  });

  test('says what is wrong with a file or an argument, and works on', async () => {
    const blob = (text) => new Blob([text]);
    const files = { weights: blob('no weights'), config: blob('{}'), tokenizer: blob('{}') };
    await expect(engine.loadModel(files)).rejects.toThrow(/weights: expected a safetensors file/);
    await expect(engine.loadModel({ ...files, weight: 1 })).rejects.toThrow(/weight/);
    expect(() => model.run('')).toThrow(/expected at least one word/);
    expect(() => model.run('a', { target: ' ' })).toThrow(/target: expected at least one word/);
    expect(() => model.run('a').attention('self', 9)).toThrow(/layer/);
    expect(() => model.run('a').attention('crossed', 0)).toThrow(/kind/);
    expect(model.run('a').tokens).toHaveLength(1);
  });
});
