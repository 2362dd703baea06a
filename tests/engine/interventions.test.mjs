// Interventions have their documented effect on the run to which they are passed, and on no other run.
import { BUILDS, engines } from './engines.mjs';
import { largestDifference } from './fixtures.mjs';

const TEXT = 'The cat sat on the mat because it was tired';
const TOKENS = 10;
const column = ({ data, shape }, key) => Array.from({ length: shape[0] }, (_, row) => data[row * shape[1] + key]);
const pairsWhere = (predicate) =>
  Array.from({ length: TOKENS ** 2 }, (_, at) => [Math.floor(at / TOKENS), at % TOKENS]).filter(predicate);

describe.each(BUILDS)('%s build', (build) => {
  describe.each(['default', 'untrained'])('%s model', (name) => {
    let model;
    beforeAll(async () => {
      const engine = engines[build];
      model = name === 'default' ? await engine.loadModel() : engine.createUntrainedModel({ seed: 7 });
    });
    afterAll(() => model.dispose());
    const weights = (intervene, head = 0) => model.run(TEXT, { intervene }).trace('encoder', 0, head).weights;

    test('a run without interventions equals the baseline, also after a run with all of them', () => {
      const baseline = weights({});
      model.run(TEXT, {
        intervene: {
          causal: true,
          useScaling: false,
          temperature: 3,
          blockedPairs: [[1, 2]],
          ablateTokens: [3],
          padding: 2,
          ablateHeads: [{ attention: 'encoder', layer: 0, head: 0 }],
        },
      });
      expect(weights({ temperature: 1, blockedPairs: [], ablateTokens: [], padding: 0, ablateHeads: [] })).toEqual(
        baseline,
      );
    });

    test('a blocked pair gets weight 0, and the rest of its row is renormalized', () => {
      const [baseline, after] = [weights({}), weights({ blockedPairs: [[7, 1]] })];
      const at = 7 * TOKENS + 1;
      expect(after.data[at]).toBe(0);
      const remaining = 1 - baseline.data[at];
      const expected = baseline.data.map((x, index) => {
        if (index === at) return 0;
        return Math.floor(index / TOKENS) === 7 ? x / remaining : x;
      });
      expect(largestDifference(after.data, expected)).toBeLessThan(1e-6);
    });

    test('blocking all pairs above the diagonal equals the causal mask', () => {
      const blockedPairs = pairsWhere(([query, key]) => key > query);
      const [blocked, causal] = [{ blockedPairs }, { causal: true }].map((intervene) => model.run(TEXT, { intervene }));
      const last = blocked.layers.encoder - 1;
      expect(blocked.trace('encoder', last, 1).weights).toEqual(causal.trace('encoder', last, 1).weights);
    });

    test('no token attends to an ablated one; padding ablates the last tokens', () => {
      expect(column(weights({ ablateTokens: [1] }), 1)).toEqual(Array(TOKENS).fill(0));
      expect(weights({ padding: 2 })).toEqual(weights({ ablateTokens: [8, 9] }));
      expect(weights({ blockedPairs: pairsWhere(([, key]) => key === 4) })).toEqual(weights({ ablateTokens: [4] }));
    });

    test('the temperature divides the scores', () => {
      const [plain, halved] = [1, 2].map((temperature) => model.run(TEXT, { intervene: { temperature } }));
      const [scaled, tempered] = [plain, halved].map((run) => run.trace('encoder', 0, 0).scaled.data);
      expect(largestDifference(tempered, scaled.map((x) => x / 2))).toBeLessThan(1e-6); // prettier-ignore
      expect(halved.scale).toBeCloseTo(plain.scale / 2, 12);
    });

    test('an ablated head outputs 0, and the other heads of its layer are unchanged', () => {
      const ablateHeads = [{ attention: 'encoder', layer: 0, head: 1 }];
      const run = model.run(TEXT, { intervene: { ablateHeads } });
      const baseline = model.run(TEXT);
      expect(run.trace('encoder', 0, 1).output.data.every((x) => x === 0)).toBe(true);
      expect(run.trace('encoder', 0, 1).weights.data.every((x) => x === 0)).toBe(true);
      expect(run.trace('encoder', 0, 0)).toEqual(baseline.trace('encoder', 0, 0));
      const size = model.embedDim / model.numHeads;
      const { concat } = run.layer('encoder', 0);
      expect(concat.data.every((x, at) => Math.floor((at % model.embedDim) / size) !== 1 || x === 0)).toBe(true);
      expect(run.layer('encoder', 0).output).not.toEqual(baseline.layer('encoder', 0).output);
    });

    test('runs keep their interventions, in whatever order they are read', () => {
      const ablateHeads = [{ attention: 'encoder', layer: 0, head: 1 }];
      const [ablated, baseline] = [{ ablateHeads }, {}].map((intervene) => model.run(TEXT, { intervene }));
      const outputs = [ablated, baseline, ablated].map((run) => run.layer('encoder', 0).output);
      expect(outputs[2]).toEqual(outputs[0]);
      expect(outputs[1]).not.toEqual(outputs[0]);
    });

    test.each([
      [{ temperature: 0 }, /^intervene.temperature: expected from 1e-30 to 1e\+30, got 0/],
      [{ blockedPairs: [[0, 10]] }, /^intervene.blockedPairs\[0\]\[1\]: expected .*9.*got 10/],
      [{ blockedPairs: [3] }, /^intervene.blockedPairs\[0\]: expected \[query, key\]/],
      [{ ablateTokens: 3 }, /^intervene.ablateTokens: expected an array/],
      [{ padding: 10 }, /^intervene.padding: expected .*got 10/],
      [{ padding: 2 ** 26 }, /^intervene.padding: expected .*got 67108864/],
      [{ padding: 2 ** 32 }, /^intervene.padding: expected .*got 4294967296/],
      [{ ablateHeads: [{ attention: 'encoder', layer: 9, head: 0 }] }, /^intervene.ablateHeads\[0\].layer/],
      [{ volume: 1 }, /'volume'/],
    ])('%j is rejected by name', (intervene, message) => {
      expect(() => model.run(TEXT, { intervene })).toThrow(message);
    });
  });

  describe('the decoder', () => {
    let model;
    beforeAll(async () => (model = await engines[build].loadModel()));
    afterAll(() => model.dispose());

    test('does not attend to an ablated token', () => {
      const run = model.run(TEXT, { intervene: { ablateTokens: [1] } });
      for (let layer = 0; layer < run.layers.cross; layer++) {
        expect(column(run.trace('cross', layer, 0).weights, 1).every((x) => x === 0)).toBe(true);
      }
      expect(run.decode().text).not.toBe(model.run(TEXT).decode().text);
    });

    test.each(['decoder', 'cross'])(
      'with an ablated %s head, step-by-step decoding equals one pass over the target',
      (attention) => {
        const ablateHeads = [{ attention, layer: 0, head: 0 }];
        const run = model.run(TEXT, { intervene: { ablateHeads } });
        expect(run.trace(attention, 0, 0).output.data.every((x) => x === 0)).toBe(true);
        expect(run.decode().next).not.toEqual(model.run(TEXT).decode().next);
        const given = model.run(TEXT, { target: run.decode().text, intervene: { ablateHeads } });
        expect(given.trace(attention, 1, 1)).toEqual(run.trace(attention, 1, 1));
      },
    );
  });
});
