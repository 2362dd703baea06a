// Beam search, compared with an exhaustive search for a decoder with random logits, and reranking of the texts that
// beam search finds.
import fc from 'fast-check';
import { beamSearch } from '../../web/engine/translator/beam-search.js';
import { logSumExp, mostProbable, sumOfLogProbabilities } from '../../web/engine/transformer/most-probable.js';
import { rerank } from '../../web/engine/translator/reranking.js';
import { endsInLoop } from '../../web/engine/translator/repetition.js';
import { lcg } from './fixtures.mjs';

const VOCABULARY = 5;
const [FIRST, END] = [0, 1];
const options = {
  first: FIRST,
  end: END,
  maxTokens: 4,
  suppressed: [FIRST],
  isMark: () => false,
};

const logitsOf = (seed, ids) =>
  lcg(seed * 7919 + ids.reduce((sum, id) => sum * VOCABULARY + id, 1), [VOCABULARY]).data.map((x) => 3 * x);

/** Logits without the suppressed token. */
const generatedLogits = (seed, ids) => logitsOf(seed, ids).with(FIRST, -Infinity);

/** Fake decoder with random logits, whose cache for each hypothesis is the list of its tokens so far. */
function decoderOf(seed) {
  const caches = new Map();
  return {
    step(hypothesis, token) {
      caches.set(hypothesis, [...(caches.get(hypothesis) ?? []), token]);
      return logitsOf(seed, caches.get(hypothesis));
    },
    logSumExp,
    fork: (from, to) => caches.set(to, [...caches.get(from)]),
  };
}

/**
 * Generates all texts without repetition loops that end within the maximum length, each with its score: log P plus 0.75
 * per token.
 */
function* texts(seed, ids = [], logProbability = 0) {
  if (ids.length === options.maxTokens) return;
  const next = mostProbable(generatedLogits(seed, [FIRST, ...ids]), VOCABULARY);
  for (const each of next) {
    if (endsInLoop([...ids, each.id], options.isMark)) continue;
    const sum = logProbability + each.logProbability;
    if (each.id === END) yield { ids, score: sum + 0.75 * (ids.length + 1) };
    else yield* texts(seed, [...ids, each.id], sum);
  }
}

const seeds = fc.integer({ min: 1, max: 1e6 });

test('the most probable tokens follow from log softmax', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: VOCABULARY - 1 }), (seed, k) => {
      const logits = generatedLogits(seed, []);
      const powers = Array.from(logits, Math.exp);
      const sum = powers.reduce((a, b) => a + b);
      const expected = powers
        .map((power, id) => ({ id, logProbability: Math.log(power / sum) }))
        .sort((a, b) => b.logProbability - a.logProbability)
        .slice(0, k);
      const found = mostProbable(logits, k);
      expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      found.forEach(({ logProbability }, at) => expect(logProbability).toBeCloseTo(expected[at].logProbability, 5));
    }),
  );
});

test('the log-probability of a text is the sum over its tokens', () => {
  const powers = [
    [1, 2, 5],
    [4, 4, 8],
  ];
  const logits = Float32Array.from(powers.flat(), Math.log);
  expect(sumOfLogProbabilities(logits, [2, 0], logSumExp)).toBeCloseTo(Math.log(5 / 8) + Math.log(4 / 16), 5);
});

test('one hypothesis is greedy decoding', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const ids = [];
      while (ids.length < options.maxTokens) {
        const next = mostProbable(generatedLogits(seed, [FIRST, ...ids]), VOCABULARY);
        const { id } = next.find((each) => !endsInLoop([...ids, each.id], options.isMark));
        if (id === END) break;
        ids.push(id);
      }
      expect(beamSearch(decoderOf(seed), { ...options, beams: 1 }).map((text) => text.ids)).toEqual([ids]);
    }),
  );
});

test('the texts found come with their scores, best first, without duplicates', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const found = beamSearch(decoderOf(seed), { ...options, beams: 4 });
      const scores = new Map([...texts(seed)].map(({ ids, score }) => [ids.join(' '), score]));
      fc.pre(found[0].ids.length < options.maxTokens); // the limit must not truncate every text
      for (const { ids, score } of found) expect(score).toBeCloseTo(scores.get(ids.join(' ')), 5);
      expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((a, b) => b - a));
      expect(new Set(found.map(({ ids }) => ids.join(' '))).size).toBe(found.length);
    }),
  );
});

test('several hypotheses almost always find the best text, which greedy decoding often misses', () => {
  const outcomes = fc.sample(seeds, { numRuns: 300, seed: 1 }).map((seed) => {
    const all = [...texts(seed)];
    const key = (ids) => ids.join(' ');
    const scores = new Map(all.map(({ ids, score }) => [key(ids), score]));
    const best = Math.max(...scores.values());
    const found = (beams) => beamSearch(decoderOf(seed), { ...options, beams });
    const [greedy, beam] = [1, 8].map((beams) => scores.get(key(found(beams)[0].ids)));
    return { best, greedy, beam };
  });
  const ended = outcomes.filter(({ greedy }) => greedy !== undefined);
  expect(outcomes.filter(({ beam }) => beam === undefined)).toEqual([]);
  const share = (some) => some.length / outcomes.length;
  expect(share(outcomes.filter(({ beam, best }) => beam > best - 1e-6))).toBeGreaterThan(0.9);
  expect(share(ended.filter(({ greedy, best }) => greedy > best - 1e-6))).toBeLessThan(0.7);
});

const found = [
  { ids: [7], score: -1 },
  { ids: [8, 9], score: -2 },
  { ids: [], score: -2.5 },
  { ids: [10], score: -3 },
];

test('half of the source’s log-probability counts', () => {
  const scores = (second) =>
    new Map([
      [7, -6],
      [8, second],
    ]);
  const chosen = (second) => rerank(found, ([id]) => scores(second).get(id) ?? -Infinity);
  expect(chosen(-3.9)).toEqual([8, 9]); // since −2 − 1.95 > −1 − 3
  expect(chosen(-4.1)).toEqual([7]);
});

test('the three best texts are translated back, and the first is chosen if none leads to the source', () => {
  const asked = [];
  expect(rerank(found, (ids) => (asked.push(ids), -Infinity))).toEqual([7]);
  expect(asked).toEqual([[7], [8, 9], []]);
});

test('a single text is not translated back', () => {
  const refuse = () => {
    throw new Error('asked');
  };
  expect(rerank(found.slice(0, 1), refuse)).toEqual([7]);
});
