// A run whose text begins like that of a previous run computes only the rest of the text, and equals a complete run up
// to rounding. A run can continue its text as the model's generate() does.
import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { Engine } from '../../../../web/engine/api/engine.js';
import { instantiate } from '../../../../web/engine/runtime/wasm-module.js';
import { BUILDS } from '../../engines.mjs';
import { casesOf, filesOf } from '../tiny-models.mjs';

const DECODERS = [
  'llama',
  'llama3',
  'yarn',
  'mistral',
  'qwen3',
  'gemma2',
  'gemma3',
  'gpt2',
  'gpt-neo',
  'gpt-neox',
  'opt',
];

async function watchedEngine(build) {
  const file = new URL(`../../../../web/engine/wasm/spotlight-${build}.wasm`, import.meta.url);
  const module = await instantiate(await WebAssembly.compile(readFileSync(file)));
  const read = (url) => Promise.resolve(new Uint8Array(readFileSync(url)).buffer);
  const files = /** @type {any} */ ({ read, wasmUrl: undefined }); // no workers are started
  const engine = new Engine({ module, compiled: null, build, threads: 1, dispose: () => {} }, files, 0);
  return { engine, written: jest.spyOn(module.TransformerSession.prototype, 'resizeTarget') };
}

const watched = Object.fromEntries(await Promise.all(BUILDS.map(async (build) => [build, await watchedEngine(build)])));

function expectClose(name, { data, shape }, expected) {
  expect([name, shape]).toEqual([name, expected.shape]);
  const largest = expected.data.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  const difference = data.reduce((most, each, at) => Math.max(most, Math.abs(each - expected.data[at])), 0);
  expect([name, difference]).toEqual([name, expect.closeTo(0, -Math.log10(4e-6 * largest || 1e-6))]);
}

function expectSameRun(model, run, expected) {
  expect([run.text, run.tokens, run.intervention]).toEqual([expected.text, expected.tokens, expected.intervention]);
  expectClose('output', run.output, expected.output);
  expectClose('logits', run.logits, expected.logits);
  for (const { name } of model.activations.filter((each) => /residualP|weights|final/.test(each.name))) {
    expectClose(name, run.activation(name), expected.activation(name));
  }
  const [next, expectedNext] = [run, expected].map((each) => each.decode().next);
  expect(next.map((each) => each.map(({ text }) => text))).toEqual(
    expectedNext.map((each) => each.map(({ text }) => text)),
  );
}

describe.each(BUILDS)('%s build', (build) => {
  const { engine, written } = watched[build];
  /** Result of `work`, and the number of tokens that the decoder computes in each of its calls. */
  const read = (work) => {
    written.mockClear();
    const result = work();
    return { result, tokens: written.mock.calls.map(([count]) => count) };
  };

  describe.each(DECODERS)('%s', (name) => {
    let model;
    let ids;
    beforeAll(async () => {
      model = await engine.loadPretrained(filesOf(name));
      [{ ids }] = casesOf(name);
    });
    afterAll(() => model.dispose());

    test.each([
      ['a longer text', (all) => [all.slice(0, -2), all, 2]],
      ['a shorter text', (all) => [all, all.slice(0, -2), 1]],
      ['the same text', (all) => [all, all, 1]],
      ['a text with another end', (all) => [all, [...all.slice(0, 3), all[3] === 1 ? 2 : 1, all[1]], 2]],
      ['a text with another beginning', (all) => [all, [all[1], ...all.slice(1)], all.length]],
    ])('%s', (_, textsOf) => {
      const [before, after, computed] = textsOf(ids);
      const run = model.run(before);
      run.decode();
      const extended = read(() => model.run(after, { after: run }));
      expect(extended.tokens).toEqual([computed]);
      expectSameRun(model, extended.result, model.run(after));
    });

    test('of an extended run, others are extended, also where nothing asked what follows', () => {
      const run = [2, 4, ids.length].reduce((after, count) => model.run(ids.slice(0, count), { after }), undefined);
      expectSameRun(model, run, model.run(ids));
    });

    test('generation goes on from what the run has computed', () => {
      const options = { maxTokens: 6, temperature: 0.8, topK: 5, seed: 3 };
      const [run, expected] = [model.run(ids), [...model.generate(ids, options)]];
      const { result, tokens } = read(() => [...run.generate(options)]);
      expect(result.map(({ id, text }) => [id, text])).toEqual(expected.map(({ id, text }) => [id, text]));
      expect(tokens).toEqual(tokens.map(() => 1));
      const { layers } = model;
      const [some, same] = [result, expected].map((list) => list.at(-1).layer('decoder', layers.decoder - 1).weights);
      expectClose('weights', some, same);
    });

    test('what was computed in between changes nothing', () => {
      const tokens = model.run(ids).generate({ maxTokens: 4 });
      const found = [tokens.next().value.id];
      model.run([ids[0]]);
      for (const { id } of tokens) {
        found.push(id);
        model.run([...ids].reverse());
      }
      expect(found).toEqual([...model.generate(ids, { maxTokens: 4 })].map(({ id }) => id));
    });

    test('with interventions everything is computed with them', () => {
      const intervene = { blockedPairs: [[2, 1]], ablateTokens: [1] };
      const run = model.run(ids.slice(0, -1), { intervene });
      const { result, tokens } = read(() => model.run(ids, { intervene, after: run }));
      expect(tokens).toEqual([ids.length]);
      expectSameRun(model, result, model.run(ids, { intervene }));
      const idsOf = (list) => Array.from(list, ({ id }) => id);
      expect(idsOf(run.intervene(intervene).generate({ maxTokens: 3 }))).toEqual(
        idsOf(model.generate(ids.slice(0, -1), { maxTokens: 3, intervene })),
      );
    });
  });

  test('a model with an encoder goes on from no run, and errors name what is wrong', async () => {
    const bert = await engine.loadPretrained(filesOf('bert'));
    const run = bert.run([1, 2]);
    expect(() => bert.run([1, 2, 3], { after: run })).toThrow(/^after: expected none for a model with an encoder/);
    expect(() => run.generate()).toThrow(/^generate: expected a run of a model with a decoder only/);
    const llama = await engine.loadPretrained(filesOf('llama'));
    const other = llama.run([1, 2]);
    expect(() => llama.run([], { after: other })).toThrow(/^text: expected at least one token/);
    for (const after of [run, {}, null]) {
      expect(() => llama.run([1], { after })).toThrow(/^after: expected a run of this model, got/);
    }
    expect(() => other.generate({ intervene: {} })).toThrow(/intervene/);
    expect(() => [...other.generate({ topK: 2 })]).toThrow('topK: expected temperature, too');
    llama.dispose();
    expect(() => other.generate()).toThrow('this model has been disposed of');
    bert.dispose();
  });
});
