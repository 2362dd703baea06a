// What a reader changes in a run: what it says is what happens, and nothing of it stays behind.
import { BUILDS, engines } from './engines.mjs';
import { largestDifference } from './fixtures.mjs';

const TEXT = 'The cat sat on the mat because it was tired';
const WORDS = 10;
const column = ({ data, shape }, key) => Array.from({ length: shape[0] }, (_, row) => data[row * shape[1] + key]);
const everyPair = (chosen) =>
  Array.from({ length: WORDS ** 2 }, (_, at) => [Math.floor(at / WORDS), at % WORDS]).filter(chosen);

describe.each(BUILDS)('%s build', (build) => {
  describe.each(['default', 'untrained'])('%s model', (name) => {
    let model;
    beforeAll(async () => {
      const engine = engines[build];
      model = name === 'default' ? await engine.loadModel() : engine.createUntrainedModel({ seed: 7 });
    });
    afterAll(() => model.dispose());
    const weights = (intervene, head = 0) => model.run(TEXT, { intervene }).trace('self', 0, head).weights;

    test('nothing changed is nothing changed, also after everything was', () => {
      const before = weights({});
      model.run(TEXT, {
        intervene: {
          causal: true,
          scale: false,
          temperature: 3,
          mask: [[1, 2]],
          silenceWords: [3],
          padding: 2,
          silenceHeads: [{ kind: 'self', layer: 0, head: 0 }],
        },
      });
      expect(weights({ temperature: 1, mask: [], silenceWords: [], padding: 0, silenceHeads: [] })).toEqual(before);
    });

    test('a masked pair has the weight 0, and the others of its row make up for it', () => {
      const [before, after] = [weights({}), weights({ mask: [[7, 1]] })];
      const at = 7 * WORDS + 1;
      expect(after.data[at]).toBe(0);
      const left = 1 - before.data[at];
      const expected = before.data.map((x, index) => {
        if (index === at) return 0;
        return Math.floor(index / WORDS) === 7 ? x / left : x;
      });
      expect(largestDifference(after.data, expected)).toBeLessThan(1e-6);
    });

    test('all pairs above the diagonal masked is the causal mask', () => {
      const mask = everyPair(([query, key]) => key > query);
      const [painted, causal] = [{ mask }, { causal: true }].map((intervene) => model.run(TEXT, { intervene }));
      const last = painted.layers.self - 1;
      expect(painted.trace('self', last, 1).weights).toEqual(causal.trace('self', last, 1).weights);
    });

    test('a silenced word is heard by nobody; padding silences the last words', () => {
      expect(column(weights({ silenceWords: [1] }), 1)).toEqual(Array(WORDS).fill(0));
      expect(weights({ padding: 2 })).toEqual(weights({ silenceWords: [8, 9] }));
      expect(weights({ mask: everyPair(([, key]) => key === 4) })).toEqual(weights({ silenceWords: [4] }));
    });

    test('the temperature divides the scores', () => {
      const [one, two] = [1, 2].map((temperature) => model.run(TEXT, { intervene: { temperature } }));
      const [scaled, cooler] = [one, two].map((run) => run.trace('self', 0, 0).scaled.data);
      expect(largestDifference(cooler, scaled.map((x) => x / 2))).toBeLessThan(1e-6); // prettier-ignore
      expect(two.scale).toBeCloseTo(one.scale / 2, 12);
    });

    test('a silenced head says nothing, and the others of its layer say what they said', () => {
      const silenceHeads = [{ kind: 'self', layer: 0, head: 1 }];
      const run = model.run(TEXT, { intervene: { silenceHeads } });
      const untouched = model.run(TEXT);
      expect(run.trace('self', 0, 1).output.data.every((x) => x === 0)).toBe(true);
      expect(run.trace('self', 0, 1).weights.data.every((x) => x === 0)).toBe(true);
      expect(run.trace('self', 0, 0)).toEqual(untouched.trace('self', 0, 0));
      const size = model.embedDim / model.numHeads;
      const { merged } = run.layer('self', 0);
      expect(merged.data.every((x, at) => Math.floor((at % model.embedDim) / size) !== 1 || x === 0)).toBe(true);
      expect(run.layer('self', 0).output).not.toEqual(untouched.layer('self', 0).output);
    });

    test('runs keep their changes, in whatever order they are looked at', () => {
      const silenceHeads = [{ kind: 'self', layer: 0, head: 1 }];
      const [silent, untouched] = [{ silenceHeads }, {}].map((intervene) => model.run(TEXT, { intervene }));
      const outputs = [silent, untouched, silent].map((run) => run.layer('self', 0).output);
      expect(outputs[2]).toEqual(outputs[0]);
      expect(outputs[1]).not.toEqual(outputs[0]);
    });

    test.each([
      [{ temperature: 0 }, /^intervene.temperature: expected more than 0, got 0/],
      [{ mask: [[0, 10]] }, /^intervene.mask\[0\]\[1\]: expected .*9.*got 10/],
      [{ mask: [3] }, /^intervene.mask\[0\]: expected \[query, key\]/],
      [{ silenceWords: 3 }, /^intervene.silenceWords: expected an array/],
      [{ padding: 10 }, /^intervene.padding: expected .*got 10/],
      [{ silenceHeads: [{ kind: 'self', layer: 9, head: 0 }] }, /^intervene.silenceHeads\[0\].layer/],
      [{ volume: 1 }, /'volume'/],
    ])('%j is refused by name', (intervene, message) => {
      expect(() => model.run(TEXT, { intervene })).toThrow(message);
    });
  });

  describe('the decoder', () => {
    let model;
    beforeAll(async () => (model = await engines[build].loadModel()));
    afterAll(() => model.dispose());

    test('does not hear a silenced word', () => {
      const run = model.run(TEXT, { intervene: { silenceWords: [1] } });
      for (let layer = 0; layer < run.layers.cross; layer++) {
        expect(column(run.trace('cross', layer, 0).weights, 1).every((x) => x === 0)).toBe(true);
      }
      expect(run.target.text).not.toBe(model.run(TEXT).target.text);
    });

    test.each(['causal', 'cross'])(
      'writes with a silenced %s head what the whole pass of that text computes',
      (kind) => {
        const silenceHeads = [{ kind, layer: 0, head: 0 }];
        const run = model.run(TEXT, { intervene: { silenceHeads } });
        expect(run.trace(kind, 0, 0).output.data.every((x) => x === 0)).toBe(true);
        expect(run.target.next).not.toEqual(model.run(TEXT).target.next);
        const given = model.run(TEXT, { target: run.target.text, intervene: { silenceHeads } });
        expect(given.trace(kind, 1, 1)).toEqual(run.trace(kind, 1, 1));
      },
    );
  });
});
