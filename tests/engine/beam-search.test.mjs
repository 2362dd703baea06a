// Beam search against an exhaustive search, with a decoder whose logits are random numbers of the tokens so far.
import fc from 'fast-check';
import { beamSearch } from '../../dist/engine/model/beam-search.js';
import { mostProbable } from '../../dist/engine/model/most-probable.js';
import { endsInLoop } from '../../dist/engine/model/repetition.js';
import { lcg } from './fixtures.mjs';

const VOCABULARY = 5;
const [FIRST, END] = [0, 1];
const options = {
  first: FIRST,
  end: END,
  maxTokens: 4,
  allowed: Array.from({ length: VOCABULARY }, (_, id) => id !== FIRST),
  isMark: () => false,
};

const logitsOf = (seed, ids) =>
  lcg(seed * 7919 + ids.reduce((sum, id) => sum * VOCABULARY + id, 1), [VOCABULARY]).data.map((x) => 3 * x);

/** Hypotheses whose caches are their tokens. */
function decoderOf(seed) {
  const caches = new Map();
  return {
    step(hypothesis, token) {
      caches.set(hypothesis, [...(caches.get(hypothesis) ?? []), token]);
      return logitsOf(seed, caches.get(hypothesis));
    },
    fork: (from, to) => caches.set(to, [...caches.get(from)]),
  };
}

/** All texts that end within the limit, with log P and a reward for each token, loops passed over. */
function* texts(seed, ids = [], logProbability = 0) {
  if (ids.length === options.maxTokens) return;
  const next = mostProbable(logitsOf(seed, [FIRST, ...ids]), VOCABULARY, options.allowed);
  for (const each of next) {
    if (endsInLoop([...ids, each.id], options.isMark)) continue;
    const sum = logProbability + each.logProbability;
    if (each.id === END) yield { ids, score: sum + 0.75 * (ids.length + 1) };
    else yield* texts(seed, [...ids, each.id], sum);
  }
}

const seeds = fc.integer({ min: 1, max: 1e6 });

test('the most probable tokens are those of log softmax', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: VOCABULARY - 1 }), (seed, k) => {
      const logits = logitsOf(seed, []);
      const powers = Array.from(logits, (logit, id) => (options.allowed[id] ? Math.exp(logit) : 0));
      const sum = powers.reduce((a, b) => a + b);
      const expected = powers
        .map((power, id) => ({ id, logProbability: Math.log(power / sum) }))
        .sort((a, b) => b.logProbability - a.logProbability)
        .slice(0, k);
      const found = mostProbable(logits, k, options.allowed);
      expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      found.forEach(({ logProbability }, at) => expect(logProbability).toBeCloseTo(expected[at].logProbability, 5));
    }),
  );
});

test('one hypothesis is greedy decoding', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const ids = [];
      while (ids.length < options.maxTokens) {
        const next = mostProbable(logitsOf(seed, [FIRST, ...ids]), VOCABULARY, options.allowed);
        const { id } = next.find((each) => !endsInLoop([...ids, each.id], options.isMark));
        if (id === END) break;
        ids.push(id);
      }
      expect(beamSearch(decoderOf(seed), { ...options, beams: 1 })).toEqual(ids);
    }),
  );
});

test('several hypotheses find the best text of all nearly always, greedy decoding misses it often', () => {
  const outcomes = fc.sample(seeds, { numRuns: 300, seed: 1 }).map((seed) => {
    const all = [...texts(seed)];
    const key = (ids) => ids.join(' ');
    const scores = new Map(all.map(({ ids, score }) => [key(ids), score]));
    const best = Math.max(...scores.values());
    const [greedy, beam] = [1, 8].map((beams) => scores.get(key(beamSearch(decoderOf(seed), { ...options, beams }))));
    return { best, greedy, beam };
  });
  const ended = outcomes.filter(({ greedy }) => greedy !== undefined);
  expect(outcomes.filter(({ beam }) => beam === undefined)).toEqual([]);
  const share = (some) => some.length / outcomes.length;
  expect(share(outcomes.filter(({ beam, best }) => beam > best - 1e-6))).toBeGreaterThan(0.9);
  expect(share(ended.filter(({ greedy, best }) => greedy > best - 1e-6))).toBeLessThan(0.7);
});
