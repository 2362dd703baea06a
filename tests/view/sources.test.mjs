// What the element shows of a model: the scope of interventions, the head that they affect most, and the baseline.
import fc from 'fast-check';
import { sourceOf } from './view-models.mjs';

const SENTENCE = 'The cat sat on the mat because it was tired';
const at = (layer, head, attention = 'encoder') => ({ model: 'default', attention, layer, head });
const traceOf = (state) => sourceOf(SENTENCE, state).steps.trace;
const largestDifference = (one, other) =>
  one.data.reduce((most, value, index) => Math.max(most, Math.abs(value - other.data[index])), 0);

test('with interventions in the whole model, the scores above layer 1 move', () => {
  const [before, after] = [at(2, 1), { ...at(2, 1), scaling: false }].map(traceOf);
  expect(largestDifference(after.scores, before.scores)).toBeGreaterThan(0.1);
});

test('with interventions in one head alone, its inputs and scores stay, and its weights change', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(['encoder', 4], ['decoder', 2], ['cross', 2]),
      fc.nat(3),
      fc.nat(3),
      fc.constantFrom({ scaling: false }, { temperature: 3 }, { padding: 2 }, { ablate: [1] }, { causal: true }),
      ([attention, layers], layer, head, intervention) => {
        const place = at(layer % layers, head, attention);
        const before = sourceOf(SENTENCE, place).steps;
        const source = sourceOf(SENTENCE, { ...place, ...intervention, scope: 'head' });
        const after = source.steps;
        for (const name of ['query', 'key', 'value', 'scores']) expect(after.trace[name]).toEqual(before.trace[name]);
        expect(after.queryInput).toEqual(before.queryInput);
        expect(source.baseline).toEqual(before.trace.weights);
        expect(source.isIncomparable).toBe(false);
        if (intervention.scaling === false) expect(after.trace.weights).not.toEqual(before.trace.weights);
        // The concatenation has the columns of this head changed, and no others.
        const headDim = before.trace.query.shape[1];
        const changed = [...after.concat.data].flatMap((value, index) =>
          value === before.concat.data[index] ? [] : [Math.floor((index % (4 * headDim)) / headDim)],
        );
        expect(changed.every((each) => each === head)).toBe(true);
        // All other heads are those of the baseline.
        const [now, baseline] = [source.allHeads, source.allHeadsBaseline];
        now.layers.forEach((weights, index) => {
          if (index !== place.layer) expect(weights).toEqual(baseline.layers[index]);
        });
      },
    ),
    { numRuns: 25 },
  );
});

test('the output of a layer with one changed head is its concatenation, projected', () => {
  const { concat, output, linear } = sourceOf(SENTENCE, { ...at(1, 2), temperature: 4, scope: 'head' }).steps;
  const { weight, bias } = linear('output');
  const [row, column] = [3, 17];
  const sum = Array.from({ length: 96 }, (_, c) => concat.data[row * 96 + c] * weight.data[column * 96 + c]).reduce(
    (a, b) => a + b,
    bias.data[column],
  );
  expect(output.data[row * 96 + column]).toBeCloseTo(sum, 4);
  // Without a change in effect it is what the engine computes.
  const without = sourceOf(SENTENCE, at(1, 2)).steps.output;
  const same = sourceOf(SENTENCE, {
    ...at(1, 2),
    ablate: [{ ...at(0, 0) }].map(({ attention }) => ({ attention, layer: 0, head: 0 })),
    scope: 'head',
  });
  expect(largestDifference(same.steps.output, without)).toBeLessThan(1e-4);
});

test('the head that is named as most affected is none that was switched off', () => {
  for (const ablated of [0, 1, 2, 3]) {
    const ablate = [{ attention: 'encoder', layer: 0, head: ablated }];
    for (const head of [0, 1, 2, 3].filter((each) => each !== ablated)) {
      const source = sourceOf(SENTENCE, { ...at(0, head), ablate });
      expect(source.mostAffectedHead).not.toEqual(ablate[0]);
      expect(source.mostAffectedHead?.layer ?? 1).toBeGreaterThan(0); // its own layer has the same inputs
      expect(source.isAblated(ablate[0])).toBe(true);
    }
    expect(sourceOf(SENTENCE, { ...at(0, (ablated + 1) % 4), ablate, scope: 'head' }).mostAffectedHead).toBeNull();
  }
});

test('where the interventions change the translation there is nothing to compare with, and the source says so', () => {
  const source = sourceOf(SENTENCE, { ...at(0, 1, 'decoder'), temperature: 20 });
  expect(source.isIncomparable).toBe(true);
  expect(source.baseline).toBeNull();
  expect(source.allHeadsBaseline).toBeNull();
  expect(sourceOf(SENTENCE, { ...at(0, 1, 'encoder'), temperature: 20 }).isIncomparable).toBe(false);
});
