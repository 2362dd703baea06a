// A rerun is a run of the same text with other interventions. It is computed only from the first layer on that they
// change, and equals a complete run, bit for bit. In decoders, it is also computed only from the first token on that
// they change; there, sums over few rows are rounded differently from sums over many.
import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { Engine } from '../../../web/engine/api/engine.js';
import { instantiate } from '../../../web/engine/runtime/wasm-module.js';
import { BUILDS } from '../engines.mjs';
import { casesOf, filesOf } from './tiny-models.mjs';
import { about } from '../../about.mjs';

const read = (url) => Promise.resolve(new Uint8Array(readFileSync(url)).buffer);

/** Engine of the given build, with spies on the C++ functions that compute layers. */
async function watchedEngine(build) {
  const file = new URL(`../../../web/engine/wasm/spotlight-${build}.wasm`, import.meta.url);
  const module = await instantiate(await WebAssembly.compile(readFileSync(file)));
  const { prototype } = module.TransformerSession;
  const engine = new Engine(
    { module, compiled: null, build, threads: 1, dispose: () => {} },
    { read, wasmUrl: undefined },
    0,
  );
  const watch = (method) => jest.spyOn(prototype, method);
  return {
    engine,
    encoder: { whole: watch('encode'), from: watch('encodeFrom') },
    decoder: { whole: watch('append'), from: watch('appendFrom') },
    written: { tokens: watch('resizeTarget'), residual: watch('resizeResidual') },
  };
}

const watched = Object.fromEntries(await Promise.all(BUILDS.map(async (build) => [build, await watchedEngine(build)])));

/**
 * Calls `work`. Returns its result and the numbers of encoder layers, decoder layers and decoder tokens that were
 * computed for it.
 */
function computedIn({ encoder, decoder, written }, model, work) {
  for (const spy of [encoder, decoder, written].flatMap(Object.values)) spy.mockClear();
  const result = work();
  const layersOf = (stack, { whole, from }) => [
    ...whole.mock.calls.map(() => model.layers[stack]),
    ...from.mock.calls.map(([first]) => model.layers[stack] - first),
  ];
  const [encoded, decoded] = [layersOf('encoder', encoder), layersOf('decoder', decoder)];
  expect(Math.max(encoded.length, decoded.length)).toBeLessThanOrEqual(1);
  const { calls } = (decoder.whole.mock.calls.length > 0 ? written.tokens : written.residual).mock;
  const tokens = decoded.length > 0 ? calls.at(-1).at(-1) : 0;
  return { result, computed: [encoded[0] ?? 0, decoded[0] ?? 0, tokens] };
}

/**
 * Checks that two tensors are equal; if only a part of the tokens was recomputed, that they are equal up to rounding.
 */
function expectSame(name, { data, shape }, expected, isPart) {
  expect([name, shape]).toEqual([name, expected.shape]);
  if (!isPart) return expect([name, data]).toEqual([name, expected.data]);
  const largest = expected.data.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  const difference = data.reduce((most, each, at) => Math.max(most, Math.abs(each - expected.data[at])), 0);
  expect(difference).toBeLessThanOrEqual(1e-6 * largest);
}

function expectSameRun(model, run, expected, isPart = false) {
  expectSame('output', run.output, expected.output, isPart);
  if (model.layers.decoder > 0) expectSame('logits', run.logits, expected.logits, isPart);
  for (const { name } of model.activations.filter((each) => /residualP|weights|final/.test(each.name))) {
    expectSame(name, run.activation(name), expected.activation(name), isPart);
  }
}

const add = (activation, size) => ({
  activation,
  tokens: [1],
  with: { add: { data: new Float32Array(size).fill(1), shape: [size] } },
});

describe.each(BUILDS)('%s build', (build) => {
  describe.each(['llama', 'gemma2', 'gpt2', 'gpt-neox', 'bert', 't5', 'marian'])('%s', (name) => {
    let model;
    let run;
    let start;
    beforeAll(async () => {
      model = await watched[build].engine.loadPretrained(filesOf(name));
      const [{ ids, target }] = casesOf(name);
      start = (intervene) => model.run(ids, { intervene, ...(target && { target: target.slice(1) }) });
      run = start({});
    });
    afterAll(() => model.dispose());

    const all = () => [model.layers.encoder, model.layers.decoder, run.target.length];
    /**
     * Cases for an intervention in each type of attention: `from` states which layers and tokens must be recomputed if
     * the intervention begins at a given layer and, in a decoder, at a given token.
     */
    const cases = () => {
      const own = ['encoder', 'decoder', 'cross'].filter((attention) => model.layers[attention] > 0);
      return own.map((attention) => ({
        attention,
        from: (layer, token = 0) => {
          const [encoder, decoder, tokens] = all();
          return attention === 'encoder' ? [encoder - layer, decoder, tokens] : [0, decoder - layer, tokens - token];
        },
      }));
    };
    const check = (intervene, computed) => {
      const rerun = computedIn(watched[build], model, () => run.intervene(intervene));
      expect([intervene, rerun.computed]).toEqual([intervene, computed]);
      const expected = computedIn(watched[build], model, () => start(intervene));
      expect(expected.computed).toEqual(all());
      const isPart = computed[2] < all()[2] && computed[2] > 0;
      expectSameRun(model, rerun.result, expected.result, isPart);
      return rerun.result;
    };

    test('nothing is computed if nothing changes', () => {
      check({}, [0, 0, 0]);
      check({ temperature: 1, ablateTokens: [] }, [0, 0, 0]);
    });

    test('an intervention in a layer begins there', () => {
      for (const { attention, from } of cases()) {
        check({ temperature: 3, scope: { attention, layer: 1 } }, from(1));
        check({ temperature: 3, scope: { attention, layer: 0 } }, from(0));
        check({ temperature: 3, scope: { attention } }, from(0));
        check({ ablateHeads: [{ attention, layer: 1, head: 1 }] }, from(1));
        check({ replace: [{ activation: `${attention}.1.weights`, queries: [2], with: 'zero' }] }, from(1, 2));
      }
    });

    test('one of the residual stream begins in the layer before, one after the layers with what follows', () => {
      for (const { attention, from } of cases()) {
        if (attention === 'cross') continue;
        check({ replace: [add(`${attention}.1.residualPre`, model.embedDim)] }, from(0, 1));
        check({ replace: [add(`${attention}.1.residualPost`, model.embedDim)] }, from(1, 1));
        check({ replace: [add(`${attention}.finalResidual`, model.embedDim)] }, from(model.layers[attention], 1));
        check({ replace: [add(`${attention}.embedding`, model.embedDim)] }, from(0, 1));
      }
    });

    test('in a decoder, one of some tokens begins at the first of them', () => {
      if (model.layers.decoder === 0) return;
      const last = run.target.length - 1;
      const [, { from }] = [...cases(), ...cases()].filter(({ attention }) => attention !== 'encoder');
      const scope = { attention: 'decoder', layer: 1 };
      const zero = (activation, rows) => ({ replace: [{ activation, ...rows, with: 'zero' }] });
      check({ blockedPairs: [[last, 0]], scope }, from(1, last));
      check(
        {
          blockedPairs: [
            [last, 0],
            [2, 1],
          ],
          scope: { attention: 'decoder' },
        },
        from(0, 2),
      );
      check({ ablateTokens: [last, 3], scope }, from(1, 3));
      check(zero('decoder.1.value', { tokens: [last] }), from(1, last));
      check(zero('decoder.0.headOutput', { heads: [1], tokens: [3, last] }), from(0, 3));
      check(zero('decoder.1.weights', { keys: [3] }), from(1, 0));
      check(zero('decoder.embedding', { tokens: [last] }), from(0, last));
      check({ ...zero('decoder.1.value', { tokens: [last] }), ablateTokens: [3], scope }, from(1, 3));
      check({ ...zero('decoder.1.value', { tokens: [last] }), temperature: 2, scope }, from(1, 0));
      if (model.layers.cross === 0) return;
      const cross = { attention: 'cross', layer: 1 };
      check({ blockedPairs: [[last, 0]], scope: cross }, from(1, last));
      check({ ablateTokens: [3], scope: cross }, from(1, 0)); // the ablated token is a key of every token
      check(zero('cross.1.key', { tokens: [3] }), from(1, 0));
      check(zero('cross.1.query', { tokens: [3] }), from(1, 3));
    });

    test('one goes on from the other at the first token of both', () => {
      if (model.layers.decoder === 0) return;
      const last = run.target.length - 1;
      const at = (token) => ({ replace: [{ ...add('decoder.0.residualPost', model.embedDim), tokens: [token] }] });
      const before = run.intervene(at(2));
      const { result, computed } = computedIn(watched[build], model, () => before.intervene(at(last)));
      expect(computed).toEqual([0, model.layers.decoder, run.target.length - 2]);
      expectSameRun(model, result, start(at(last)), true);
    });

    test('so does a run without interventions, or with others, based on one that has some', () => {
      const [{ attention }] = cases();
      const change = { replace: [add(`${attention}.1.residualPre`, model.embedDim)] };
      const changed = run.intervene(change);
      expectSameRun(model, changed.intervene({}), run, true);
      expectSameRun(model, changed.intervene(change), changed);
      const late = { ablateHeads: [{ attention, layer: 1, head: 0 }] };
      expectSameRun(model, run.intervene(late).intervene({ temperature: 2 }), start({ temperature: 2 }));
    });

    test('replacements are added to the interventions of a run, and only what follows them is computed', () => {
      for (const { attention, from } of cases()) {
        const before = start({ temperature: 2, ablateHeads: [{ attention, layer: 0, head: 0 }] });
        const replaced = { activation: `${attention}.1.headOutput`, heads: [1], with: 'zero' };
        const { result, computed } = computedIn(watched[build], model, () => before.replace([replaced]));
        expect([attention, computed]).toEqual([attention, from(1)]);
        expect(result.intervention).toEqual({ ...before.intervention, replace: [replaced] });
        expectSameRun(model, result, start(result.intervention));
        expect(() => before.replace([{ ...replaced, heads: [9] }])).toThrow(
          /^intervene.replace\[0\].heads\[0\]: expected/,
        );
      }
    });

    test('what is generated after it is what is generated without it', () => {
      if (model.layers.decoder === 0) return;
      const generate = () => Array.from(model.generate(casesOf(name)[0].ids, { maxTokens: 4 }), ({ id }) => id);
      const before = generate();
      run.intervene({ ablateHeads: [{ attention: 'decoder', layer: 1, head: 0 }] });
      expect(generate()).toEqual(before);
    });

    test('one that cannot apply is named', () => {
      expect(() => run.intervene({ temperature: 0 })).toThrow(/^intervene.temperature: expected/);
    });

    test('an intervention in one attention changes it as if its scope said so', () => {
      for (const { attention } of cases()) {
        const scope = { attention, layer: 1 };
        const place = `${attention}.1`;
        const interventions = [
          { temperature: 3 },
          { blockedPairs: [[1, 0]] },
          { ablateTokens: [0] },
          { ablateHeads: [{ ...scope, head: 1 }] },
          { replace: [{ activation: `${place}.query`, with: 'zero' }] },
          { replace: [{ activation: `${place}.attentionProjection`, with: 'zero' }] },
        ];
        for (const intervene of interventions) {
          const { weights, output } = run.layer(attention, 1, intervene);
          const expected = run.intervene({ ...intervene, scope }).layer(attention, 1);
          expect([intervene, weights, output]).toEqual([intervene, expected.weights, expected.output]);
          const same = run.layer(attention, 1);
          expect([intervene, [weights, output]]).not.toEqual([intervene, [same.weights, same.output]]);
        }
        expect(run.layer(attention, 1, { temperature: 3, scope }).weights).toEqual(
          run.layer(attention, 1, { temperature: 3 }).weights,
        );
      }
    });

    test('one of another attention, layer or step is named', () => {
      const [{ attention }] = cases();
      const [head, zero] = [{ attention, layer: 1, head: 0 }, 'zero'];
      const other = `${attention}.1`;
      const outside = model.activations.filter((each) =>
        /\.(residualPre|attentionInput|residualMid|residualPost|finalResidual)$/.test(each.name),
      );
      const wrong = [
        [{ ablateHeads: [head] }, /^intervene\.ablateHeads\[0\]\.layer: expected .* from 0 to 0, got 1/],
        [{ temperature: 2, scope: { layer: 1 } }, /^intervene\.scope\.layer: expected .* from 0 to 0, got 1/],
        [{ replace: [{ activation: `${other}.weights`, with: zero }] }, about('intervene.replace[0].activation')],
        ...outside.map(({ name: activation }) => [
          { replace: [{ activation, with: zero }] },
          /^intervene\.replace\[0\]\.activation: expected a step of \w+\.0, from query to attentionProjection, got '/,
        ]),
      ];
      for (const [intervene, message] of wrong) {
        expect(() => run.layer(attention, 0, intervene)).toThrow(message);
      }
      if (model.layers.cross === 0) return;
      expect(() => run.layer('cross', 0, { scope: { attention: 'encoder' } })).toThrow(
        about('intervene.scope.attention', 'encoder'),
      );
      expect(() => run.layer('decoder', 0, { causal: true })).toThrow(/^intervene\.causal: expected false/);
    });
  });
});
