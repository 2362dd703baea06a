// The default model of the page, compared with the PyTorch implementation that trained it, with the same int8 weights.
import { readFileSync } from 'node:fs';
import { defaultModel } from 'attention-spotlight/model';
import { BUILDS, engines } from './engines.mjs';
import { endsInLoop } from '../../web/engine/translator/repetition.js';
import { TargetTokenizer } from '../../web/text/target-tokens.js';

const read = (path) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const reference = read('tests/fixtures/default-model.json');
const { pieces } = read('models/default/tokenizer.json');
const vocabulary = new TargetTokenizer(pieces);
const SENTENCES = process.env.PROPERTY_RUNS ? 200 : 10; // `npm run test:full` checks all sentences.

test('two tokens repeated once, or one repeated twice, are a loop; punctuation may repeat', () => {
  const mark = 9;
  const isLoop = (...ids) => endsInLoop(ids, (id) => id === mark);
  expect([isLoop(1, 2, 1, 2), isLoop(5, 1, 2, 3, 1, 2, 3), isLoop(1, 1, 1)]).toEqual([true, true, true]);
  expect([isLoop(1), isLoop(1, 1), isLoop(1, 2, 1), isLoop(1, 2, 1, 2, 3)]).toEqual([false, false, false, false]);
  expect([isLoop(1, mark, mark, mark), isLoop(mark, mark, mark, mark)]).toEqual([false, true]);
});

test('config.json states for every head what the translation loses without it', () => {
  const { heads } = read('models/default/config.json');
  expect(heads.filter(({ ablation }) => !Number.isFinite(ablation?.en + ablation?.zh))).toEqual([]);
});

describe.each(BUILDS)('the default model, %s build', (build) => {
  const engine = engines[build];
  let model;
  beforeAll(async () => {
    model = await engine.loadModel();
  });
  afterAll(() => {
    model.dispose();
  });

  test('translates held-out sentences like PyTorch', () => {
    expect(reference.translations).toHaveLength(200);
    const differing = reference.translations
      .slice(0, SENTENCES)
      .filter(
        ({ text, tokens: expected }) =>
          model.run(text, { beams: 1 }).decode().text !== vocabulary.decode(expected).text,
      );
    expect(differing.map(({ text }) => text)).toEqual([]);
  });

  test('prefers a translation that translates back to the source', () => {
    // Beam search alone prefers 他每天晚上读一本书 and “… when he came back” by a small margin; reranking by translating back
    // corrects this.
    expect(model.run('He reads a book every night.').decode()).toMatchObject({
      text: '他每天晚上看一本书。',
      language: 'zh',
    });
    expect(model.run('我不知道他什么时候回来。').decode().text).toBe("I don't know when he will be back.");
  });

  test('gives attention weights within 1e-4 of PyTorch', () => {
    let furthest = 0;
    for (const { text, ...expected } of reference.attentions) {
      const run = model.run(text, { beams: 1 }); // as in the PyTorch reference
      for (const attention of ['encoder', 'decoder', 'cross']) {
        expected[attention].forEach((heads, layer) => {
          const { data, shape } = run.attention(attention, layer);
          expect(shape).toEqual([heads.length, heads[0].length, heads[0][0].length]);
          heads.flat(2).forEach((weight, index) => (furthest = Math.max(furthest, Math.abs(weight - data[index]))));
        });
      }
    }
    expect(furthest).toBeLessThanOrEqual(1e-4);
  });

  test('gives the same trace if its own translation is the target', () => {
    const text = 'The bird sat on the roof because it was tired';
    const generated = model.run(text);
    const forced = model.run(text, { target: generated.decode().text });
    expect(forced.decode().tokens.length).toBe(generated.decode().tokens.length);
    expect(forced.attention('cross', 1)).toEqual(generated.attention('cross', 1));
    expect(forced.decode().next).toEqual(generated.decode().next);
  });

  test('keeps a run valid after another run', () => {
    const first = model.run('我爱北京');
    const before = first.attention('encoder', 0);
    model.run('Something else altogether, and longer').decode();
    expect(first.attention('encoder', 0)).toEqual(before);
    expect(first.decode().text).toBe(model.run('我爱北京').decode().text);
  });

  test('gives rows of weights that sum to 1, and weight 0 to later tokens in the decoder', () => {
    const run = model.run('The cat sat on the mat');
    for (const attention of ['encoder', 'decoder', 'cross']) {
      const { data, shape } = run.attention(attention, 0);
      const [heads, queries, keys] = shape;
      for (let row = 0; row < heads * queries; ++row) {
        const weights = data.subarray(row * keys, (row + 1) * keys);
        expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
        if (attention === 'decoder')
          expect([...weights.subarray((row % queries) + 1)].every((weight) => weight === 0)).toBe(true);
      }
    }
  });

  test('lists its parameters, including those behind the queries of a run', () => {
    for (const { name, shape } of model.parameters) expect(model.parameter(name).shape).toEqual(shape);
    const run = model.run('The cat sat on the mat');
    const [x, query] = ['attentionInput', 'query'].map((step) => run.activation(`encoder.1.${step}`));
    const [weight, bias] = ['weight', 'bias'].map((kind) => model.parameter(`encoder.1.self_attention.query.${kind}`));
    const [, tokens, headDim] = query.shape;
    query.data.forEach((number, at) => {
      const [head, token] = [Math.floor(at / headDim / tokens), Math.floor(at / headDim) % tokens];
      const row = head * headDim + (at % headDim);
      const inputs = x.data.subarray(token * model.embedDim, (token + 1) * model.embedDim);
      const sum = inputs.reduce(
        (total, input, column) => total + input * weight.data[row * model.embedDim + column],
        0,
      );
      expect(sum + bias.data[row]).toBeCloseTo(number, 4);
    });
    expect(() => model.parameter('encoder.1.self_attention.query')).toThrow(
      "name: expected a parameter of the model, as 'encoder.1.self_attention.query.bias' or ",
    );
  });

  test('repeated runs of the same text do not grow the heap', () => {
    const again = () => model.run('The cat sat on the mat').attention('cross', 0);
    for (let i = 0; i < 3; ++i) again();
    const sizes = Array.from({ length: 20 }, () => {
      again();
      return engine.heapSize;
    });
    // Sizes of the heap after each run differ at most by a few bytes, by which the allocator may round an allocation up
    // or down.
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(64);
  });

  test('names problems with a file or an argument, and stays usable', async () => {
    const blob = (text) => new Blob([text]);
    const files = { ...defaultModel, weights: blob('no weights'), config: blob('{}'), tokenizer: blob('{}') };
    await expect(engine.loadModel(files)).rejects.toThrow(/weights: expected a safetensors file/);
    await expect(engine.loadModel({ ...files, weight: 1 })).rejects.toThrow(/weight/);
    expect(() => model.run('')).toThrow(/expected at least one token/);
    expect(() => model.run('a', { target: ' ' })).toThrow(/target: expected at least one token/);
    expect(() => model.run('a').attention('encoder', 9)).toThrow(/layer/);
    expect(() => model.run('a').attention('crossed', 0)).toThrow(/attention/);
    expect(model.run('a').tokens).toHaveLength(1);
  });
});
