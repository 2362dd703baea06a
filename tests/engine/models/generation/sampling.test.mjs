// Sampling from logits equals its definition, which sorts the whole vocabulary, and its frequencies match the
// probabilities.
import { sampler } from '../../../../web/engine/pretrained/sampling.js';

/** Generator of random numbers in [0, 1), from which the test makes logits (Park & Miller 1988). */
function uniform(seed) {
  let state = seed + 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/**
 * Logits of a vocabulary, some of which are equal and some −∞.
 * @param spread standard deviation of the logits; if it is small, all tokens are likely
 */
function logitsOf(size, spread, seed) {
  const next = uniform(seed);
  return Float32Array.from({ length: size }, () => (next() < 0.05 ? -Infinity : Math.round(8 * spread * next()) / 8));
}

const largestOf = (logits) => logits.indexOf(Math.max(...logits));

/**
 * Tokens that sampling may choose: the topK most probable ones, and among them the smallest number whose probabilities
 * sum to topP.
 */
function keptOf(logits, { temperature, topK = Infinity, topP = 1 }) {
  const all = Array.from(logits, (logit, id) => ({ id, weight: Math.exp(logit / temperature) }));
  const first = all.sort((a, b) => b.weight - a.weight || a.id - b.id).slice(0, topK);
  const sum = first.reduce((total, { weight }) => total + weight, 0);
  let before = 0;
  return first.filter(({ weight }) => {
    const isKept = before < topP * sum * (1 - 1e-12);
    before += weight;
    return isKept && weight > 0;
  });
}

const CASES = [
  [{ temperature: 0.7 }, 40, 6],
  [{ temperature: 1, topK: 5 }, 40, 6],
  [{ temperature: 1, topP: 0.6 }, 40, 6],
  [{ temperature: 2, topK: 9, topP: 0.5 }, 40, 6],
  [{ temperature: 1, topK: 2000 }, 3000, 12],
  [{ temperature: 1, topP: 0.9 }, 3000, 4],
  [{ temperature: 1, topK: 700, topP: 0.95 }, 3000, 2],
];

test.each(CASES)(
  '%j draws from the tokens of its definition, in proportion to their weights',
  (options, size, spread) => {
    const logits = logitsOf(size, spread, size);
    const kept = keptOf(logits, options);
    const sum = kept.reduce((total, { weight }) => total + weight, 0);
    const choose = sampler({ ...options, seed: 5 });
    const draws = size > 100 ? 200 : 2000;
    const counts = new Map();
    for (let draw = 0; draw < draws; ++draw) {
      const id = choose(logits, largestOf(logits));
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    expect([...counts.keys()].filter((id) => !kept.some((each) => each.id === id))).toEqual([]);
    for (const { id, weight } of kept) {
      const share = weight / sum;
      const deviation = Math.sqrt((share * (1 - share)) / draws);
      expect(Math.abs((counts.get(id) ?? 0) / draws - share)).toBeLessThan(5 * deviation + 2 / draws);
    }
  },
);

test('of equal tokens, the first are kept', () => {
  const choose = sampler({ temperature: 1, topK: 2 });
  const drawn = new Set(Array.from({ length: 100 }, () => choose(Float32Array.of(1, 3, 3, 3), 1)));
  expect([...drawn].sort()).toEqual([1, 2]);
});
