// A run with interventions in the decoder gives the same results in three ways: computed as a whole, derived from
// another run of the model, and computed layer by layer. Holds for any interventions and families.
import fc from 'fast-check';
import { engines } from '../engines.mjs';
import { ENCODERS, FAMILIES, filesOf } from './tiny-models.mjs';

const RUNS = Math.ceil(Number(process.env.PROPERTY_RUNS ?? 30) / 6);

/**
 * Model families with a decoder; together they have grouped queries, windows, rotary positions, query norms, parallel
 * blocks, post-norm layers and cross-attention.
 */
const DECODERS = FAMILIES.filter((name) => !ENCODERS.includes(name));
const TOKENS = 11;
const ids = (seed) => Array.from({ length: TOKENS }, (_, at) => 4 + ((seed + at * at * 7 + at) % 15));

/** Generator of random subsets of indices in ascending order; the empty list stands for all indices. */
const partOf = (count) =>
  fc.uniqueArray(fc.nat(count - 1), { maxLength: 2 }).map((list) => list.sort((one, other) => one - other));

/** Generator of random replacements of the decoder's activations, mostly at late tokens. */
const replacements = (model) => {
  const lists = { numHeads: 'heads', tokens: 'tokens', queries: 'queries', keys: 'keys' };
  const all = model.activations.filter(({ name }) => !name.startsWith('encoder.'));
  return fc.constantFrom(...all).chain(({ name, shape }) => {
    const hasHeads = typeof shape[0] === 'number';
    const parts = shape.flatMap((size, at) => {
      if (at === 0 && hasHeads) return [[lists.numHeads, partOf(size)]];
      return typeof size === 'string' ? [[lists[size], partOf(TOKENS)]] : [];
    });
    const one = { data: Float32Array.of(0.5), shape: [1] };
    return fc
      .record({ ...Object.fromEntries(parts), with: fc.constantFrom('zero', one, { add: one }) })
      .map((rest) => ({ activation: name, ...rest }));
  });
};

const interventionsOf = (model) => {
  const attentions = ['decoder', 'cross'].filter((attention) => model.layers[attention] > 0);
  const scopes = fc
    .tuple(fc.constantFrom(...attentions), fc.nat(model.layers.decoder - 1), fc.nat(model.numHeads - 1))
    .chain(([attention, layer, head]) =>
      fc.constantFrom({ attention }, { attention, layer }, { attention, layer, head }),
    );
  const token = fc.nat(TOKENS - 1);
  return fc.record(
    {
      scope: scopes,
      blockedPairs: fc.array(fc.tuple(token, token), { maxLength: 3 }),
      ablateTokens: fc.array(token, { maxLength: 1 }),
      temperature: fc.constantFrom(1, 1, 1, 3),
      replace: fc.array(replacements(model), { maxLength: 2 }),
    },
    { requiredKeys: ['scope', 'replace'] },
  );
};

/**
 * Result of a call; a mark of failure if numbers overflow float32, for example because a divisor is replaced with 0.
 */
const outcomeOf = (call) => {
  try {
    return call();
  } catch (error) {
    return noOutcome(error);
  }
};
const noOutcome = (error) => {
  expect(error.message).toMatch(/is beyond float32/);
  return null;
};
const isFailed = (outcome) => outcome === null;

/**
 * Tolerance between two results, as a share of the largest magnitude. With a window or a bias, attention for few
 * queries adds numbers in another order than for all queries, and later layers amplify the rounding errors.
 */
const LIMIT = 5e-6;
/**
 * Minimum magnitude of which the tolerance is a share, for activations that are computed from larger numbers than they
 * contain: means of about 1, and capped scores.
 */
const leastOf = (name) => (/Mean$|capped|biased|masked$/.test(name) ? 10 : 0);

const largest = (data) => data.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
const finite = (data) => data.map((each) => (Number.isFinite(each) ? each : 0));

/**
 * Largest score in a run, but at least 1. The tolerance grows with it, since softmax multiplies the relative error of a
 * score by the score.
 */
const largestScore = (model, run) => {
  const scores = model.activations.filter(({ name }) => name.endsWith('.masked')).map(({ name }) => name);
  return Math.max(1, ...scores.map((name) => largest(finite(outcomeOf(() => run.activation(name))?.data ?? []))));
};

function expectClose(name, one, other, share) {
  if (isFailed(one) || isFailed(other)) return expect([name, isFailed(one)]).toEqual([name, isFailed(other)]);
  expect([name, one.shape]).toEqual([name, other.shape]);
  const [data, expected] = [finite(one.data), finite(other.data)];
  const difference = largest(data.map((each, at) => each - expected[at]));
  const limit = share * Math.max(largest(expected), leastOf(name));
  expect([name, difference <= limit, difference]).toEqual([name, true, difference]);
}

describe.each(DECODERS)('%s', (name) => {
  let model;
  beforeAll(async () => (model = await engines.relaxed.loadPretrained(filesOf(name))));
  afterAll(() => model.dispose());

  const optionsOf = (seed, intervene) => ({
    intervene,
    ...(model.layers.cross > 0 && { target: ids(seed + 1).slice(1) }),
  });
  const start = (seed, intervene) => model.run(ids(seed), optionsOf(seed, intervene));

  function expectSameRun(run, expected) {
    if (isFailed(run) || isFailed(expected)) return expect(isFailed(run)).toBe(isFailed(expected));
    const share = LIMIT * largestScore(model, expected);
    expectClose('output', run.output, expected.output, share);
    expectClose('logits', run.logits, expected.logits, share);
    for (const { name: activation } of model.activations) {
      const read = (of) => outcomeOf(() => of.activation(activation));
      expectClose(activation, read(run), read(expected), share);
    }
  }

  test('a run goes on from another as if it were computed as a whole', () => {
    const interventions = interventionsOf(model);
    const property = fc.property(fc.nat(14), interventions, interventions, (seed, first, second) => {
      const before = outcomeOf(() => start(seed, first));
      if (isFailed(before)) return;
      const run = outcomeOf(() => before.intervene(second));
      expectSameRun(
        run,
        outcomeOf(() => start(seed, second)),
      );
    });
    fc.assert(property, { numRuns: RUNS });
  });

  test('replacements are added to those of a run', () => {
    const added = fc.array(replacements(model), { minLength: 1, maxLength: 2 });
    const property = fc.property(fc.nat(14), interventionsOf(model), added, (seed, first, replace) => {
      const before = outcomeOf(() => start(seed, first));
      if (isFailed(before)) return;
      const run = outcomeOf(() => before.replace(replace));
      expectSameRun(
        run,
        outcomeOf(() => start(seed, { ...first, replace: [...first.replace, ...replace] })),
      );
    });
    fc.assert(property, { numRuns: Math.ceil(RUNS / 2) });
  });

  test('a layer at a time, a run is as at once', async () => {
    const property = fc.asyncProperty(fc.nat(14), interventionsOf(model), async (seed, intervene) => {
      const run = await model.runAsync(ids(seed), optionsOf(seed, intervene)).catch(noOutcome);
      expectSameRun(
        run,
        outcomeOf(() => start(seed, intervene)),
      );
    });
    await fc.assert(property, { numRuns: Math.ceil(RUNS / 3) });
  });
});
