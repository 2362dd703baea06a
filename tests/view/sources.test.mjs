// The element's attention source (the object that gives the numbers to show) for a model: the scope of interventions,
// the head that changes most, and the baseline.
import fc from 'fast-check';
import { allHeadsOf } from '../../web/element/source/all-heads.js';
import { effectOf } from '../../web/element/source/consequence.js';
import { sourceOf } from './view-models.mjs';

const SENTENCE = 'The cat sat on the mat because it was tired';
const at = (layer, head, attention = 'encoder') => ({ model: 'default', attention, layer, head });
const textsOf = ({ tokens }) => tokens.query.map(({ text }) => text);
const traceOf = (state) => sourceOf(SENTENCE, state).steps.trace;
const largestDifference = (one, other) =>
  one.data.reduce((most, value, index) => Math.max(most, Math.abs(value - other.data[index])), 0);

test('interventions in the whole model change the scores above layer 1', () => {
  const [before, after] = [at(2, 1), { ...at(2, 1), scaling: false, scope: 'model' }].map(traceOf);
  expect(largestDifference(after.scores, before.scores)).toBeGreaterThan(0.1);
});

test('interventions in a head or layer keep inputs and scores, and change weights there and above only', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(['encoder', 4], ['decoder', 2], ['cross', 2]),
      fc.nat(3),
      fc.nat(3),
      fc.constantFrom({ scaling: false }, { temperature: 3 }, { padding: 2 }, { ablate: [1] }, { causal: true }),
      fc.constantFrom('head', 'layer'),
      ([attention, layers], layer, head, intervention, scope) => {
        const place = at(layer % layers, head, attention);
        const before = sourceOf(SENTENCE, place).steps;
        const source = sourceOf(SENTENCE, { ...place, ...intervention, scope });
        const after = source.steps;
        for (const name of ['query', 'key', 'value', 'scores']) expect(after.trace[name]).toEqual(before.trace[name]);
        expect(after.queryInput).toEqual(before.queryInput);
        expect(source.baseline).toEqual(before.trace.weights);
        expect(source.isIncomparable).toBe(false);
        if (intervention.scaling === false) expect(after.trace.weights).not.toEqual(before.trace.weights);
        // If an intervention is limited to one head, only this head's columns of the concatenation differ from the
        // baseline.
        const headDim = before.trace.query.shape[1];
        const changed = [...after.concat.data].flatMap((value, index) =>
          value === before.concat.data[index] ? [] : [Math.floor((index % (4 * headDim)) / headDim)],
        );
        if (scope === 'head') expect(changed.every((each) => each === head)).toBe(true);
        // Heads in layers before that of the selected head have the same weights as in the baseline.
        const [now, baseline] = [source.layerWeights, source.layerWeightsBaseline].map(allHeadsOf);
        expect(now.layers.slice(0, place.layer)).toEqual(baseline.layers.slice(0, place.layer));
        expect(largestDifference(now.head(place.layer, head), after.trace.weights)).toBe(0);
      },
    ),
    { numRuns: 25 },
  );
});

test('the output of a layer with one changed head is the projection of its concatenation', () => {
  const { concat, output, linear } = sourceOf(SENTENCE, { ...at(1, 2), temperature: 4, scope: 'head' }).steps;
  const { weight, bias } = linear('output');
  const [row, column] = [3, 17];
  const sum = Array.from({ length: 96 }, (_, c) => concat.data[row * 96 + c] * weight.data[column * 96 + c]).reduce(
    (a, b) => a + b,
    bias.data[column],
  );
  expect(output.data[row * 96 + column]).toBeCloseTo(sum, 4);
});

test('the layers above read the output of a changed head, and so does the generated text', () => {
  const place = { ...at(1, 2), temperature: 20, scope: 'head' };
  const [changed, without] = [sourceOf(SENTENCE, place), sourceOf(SENTENCE, at(1, 2))];
  const [now, before] = [changed, without].map(({ run }) => run.layer('encoder', 2).weights);
  expect(largestDifference(now, before)).toBeGreaterThan(0.005);
  expect(effectOf(changed, 7).written).toEqual([without.run.decode().text, changed.run.decode().text]);
});

test('an ablated head is ablated in every scope', () => {
  const ablate = [{ attention: 'encoder', layer: 0, head: 0 }];
  for (const scope of ['head', 'layer', 'model']) {
    const { run, steps } = sourceOf(SENTENCE, { ...at(1, 2), ablate, scope });
    expect(new Set(run.trace('encoder', 0, 0).weights.data)).toEqual(new Set([0]));
    expect(largestDifference(steps.queryInput, sourceOf(SENTENCE, at(1, 2)).steps.queryInput)).toBeGreaterThan(0.005);
  }
});

test('the most affected head is never an ablated one', () => {
  for (const ablated of [0, 1, 2, 3]) {
    const ablate = [{ attention: 'encoder', layer: 0, head: ablated }];
    for (const head of [0, 1, 2, 3].filter((each) => each !== ablated)) {
      const source = sourceOf(SENTENCE, { ...at(0, head), ablate });
      expect(source.mostAffectedHead).not.toEqual(ablate[0]);
      // Ablating a head of the lowest layer affects only later layers, because the other heads of the same layer have
      // the same inputs.
      expect(source.mostAffectedHead?.layer ?? 1).toBeGreaterThan(0);
      expect(source.isAblated(ablate[0])).toBe(true);
    }
  }
});

test('no head is named as most affected if another selection would change another head', () => {
  const place = { ...at(0, 0), temperature: 1.01 };
  expect(sourceOf(SENTENCE, { ...place, scope: 'model' }).mostAffectedHead).not.toBeNull();
  for (const scope of ['head', 'layer']) {
    const source = sourceOf(SENTENCE, { ...place, scope });
    expect([source.isUnaffected, source.mostAffectedHead]).toEqual([true, null]);
  }
});

test('if interventions change the translation, there is no comparison, and the source reports it', () => {
  const source = sourceOf(SENTENCE, { ...at(0, 1, 'decoder'), temperature: 20, scope: 'model' });
  expect(source.isIncomparable).toBe(true);
  expect(source.baseline).toBeNull();
  expect(source.layerWeightsBaseline).toBeNull();
  expect(sourceOf(SENTENCE, { ...at(0, 1, 'encoder'), temperature: 20, scope: 'model' }).isIncomparable).toBe(false);
});

test('interventions in a decoder head or layer keep the tokens; the effect is the text generated next', () => {
  const baseline = sourceOf(SENTENCE, at(0, 1, 'cross'));
  const places = ['decoder', 'cross'].flatMap((attention) =>
    [0, 1].flatMap((layer) => [0, 1, 2, 3].map((head) => at(layer, head, attention))),
  );
  const changed = places
    .map((place) => sourceOf(SENTENCE, { ...place, scaling: false, temperature: 0.05, scope: 'layer' }))
    .filter((source) => effectOf(source, 0).written[0] !== effectOf(source, 0).written[1]);
  expect(changed.length).toBeGreaterThan(0);
  for (const source of changed) {
    expect(source.isIncomparable).toBe(false);
    expect(textsOf(source)).toEqual(textsOf(baseline));
    expect(effectOf(source, 0).written[0]).toBe(baseline.run.decode().text);
  }
});
