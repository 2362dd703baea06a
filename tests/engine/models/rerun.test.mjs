// A run with other interventions computes only what comes after the first layer that they change, and is bit for bit the run
// that is computed as a whole.
import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { Engine } from '../../../web/engine/api/engine.js';
import { instantiate } from '../../../web/engine/runtime/wasm-module.js';
import { BUILDS } from '../engines.mjs';
import { casesOf, filesOf } from './tiny-models.mjs';

const read = (url) => Promise.resolve(new Uint8Array(readFileSync(url)).buffer);

/** An engine of this build, and the calls of C++ that compute layers. */
async function watchedEngine(build) {
  const file = new URL(`../../../web/engine/wasm/spotlight-${build}.wasm`, import.meta.url);
  const module = await instantiate(await WebAssembly.compile(readFileSync(file)));
  const { prototype } = module.TransformerSession;
  const engine = new Engine({ module, build, threads: 1, dispose: () => {} }, { read, wasmUrl: undefined }, 0, null);
  return { engine, encode: jest.spyOn(prototype, 'encode'), append: jest.spyOn(prototype, 'append') };
}

const watched = Object.fromEntries(await Promise.all(BUILDS.map(async (build) => [build, await watchedEngine(build)])));

/** Calls `work`; the number of layers of each stack that it computes. */
function layersComputed({ encode, append }, model, work) {
  for (const spy of [encode, append]) spy.mockClear();
  const result = work();
  const count = (layers, firsts) => firsts.reduce((sum, first) => sum + layers - first, 0);
  const encoder = count(
    model.layers.encoder,
    encode.mock.calls.map(([first]) => first),
  );
  const decoder = count(
    model.layers.decoder,
    append.mock.calls.map(([, , first]) => first),
  );
  return { result, computed: [encoder, decoder] };
}

function expectSameRun(model, run, expected) {
  expect(run.output).toEqual(expected.output);
  if (model.layers.decoder > 0) expect(run.logits).toEqual(expected.logits);
  for (const { name } of model.activations.filter((each) => /residualP|weights|final/.test(each.name))) {
    expect([name, run.activation(name)]).toEqual([name, expected.activation(name)]);
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

    const all = () => [model.layers.encoder, model.layers.decoder];
    /** The attention that is changed, and what is computed if that begins at a layer of its stack. */
    const cases = () => {
      const own = ['encoder', 'decoder', 'cross'].filter((attention) => model.layers[attention] > 0);
      return own.map((attention) => ({
        attention,
        from: (first) => (attention === 'encoder' ? [all()[0] - first, all()[1]] : [0, all()[1] - first]),
      }));
    };
    const check = (intervene, computed) => {
      const rerun = layersComputed(watched[build], model, () => run.intervene(intervene));
      expect([intervene, rerun.computed]).toEqual([intervene, computed]);
      const expected = layersComputed(watched[build], model, () => start(intervene));
      expect(expected.computed).toEqual(all());
      expectSameRun(model, rerun.result, expected.result);
      return rerun.result;
    };

    test('nothing is computed if nothing changes', () => {
      check({}, [0, 0]);
      check({ temperature: 1, ablateTokens: [] }, [0, 0]);
    });

    test('an intervention in a layer begins there', () => {
      for (const { attention, from } of cases()) {
        check({ temperature: 3, scope: { attention, layer: 1 } }, from(1));
        check({ temperature: 3, scope: { attention, layer: 0 } }, from(0));
        check({ temperature: 3, scope: { attention } }, from(0));
        check({ ablateHeads: [{ attention, layer: 1, head: 1 }] }, from(1));
        check({ replace: [{ activation: `${attention}.1.weights`, queries: [2], with: 'zero' }] }, from(1));
      }
    });

    test('one of the residual stream begins in the layer before, one after the layers with what follows', () => {
      for (const { attention, from } of cases()) {
        if (attention === 'cross') continue;
        check({ replace: [add(`${attention}.1.residualPre`, model.embedDim)] }, from(0));
        check({ replace: [add(`${attention}.1.residualPost`, model.embedDim)] }, from(1));
        check({ replace: [add(`${attention}.finalResidual`, model.embedDim)] }, from(model.layers[attention]));
        check({ replace: [add(`${attention}.embedding`, model.embedDim)] }, from(0));
      }
    });

    test('so does a run without them, or with others, of one that has some', () => {
      const [{ attention }] = cases();
      const change = { replace: [add(`${attention}.1.residualPre`, model.embedDim)] };
      const changed = run.intervene(change);
      expectSameRun(model, changed.intervene({}), run);
      expectSameRun(model, changed.intervene(change), changed);
      const late = { ablateHeads: [{ attention, layer: 1, head: 0 }] };
      expectSameRun(model, run.intervene(late).intervene({ temperature: 2 }), start({ temperature: 2 }));
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
        [
          { replace: [{ activation: `${other}.weights`, with: zero }] },
          /^intervene\.replace\[0\]\.activation: expected/,
        ],
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
        /^intervene\.scope\.attention: expected one of cross, got the string 'encoder'/,
      );
      expect(() => run.layer('decoder', 0, { causal: true })).toThrow(/^intervene\.causal: expected false/);
    });
  });
});
