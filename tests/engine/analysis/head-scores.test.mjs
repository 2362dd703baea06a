// Scores that find the roles of heads, such as induction: their definitions for known attention patterns, and scores of
// models, compared with the measures of the training page.
import { headScores } from 'attention-spotlight/analysis';
import { stories } from 'attention-spotlight/stories';
import { engines } from '../engines.mjs';
import { filesOf } from '../models/tiny-models.mjs';
import { CopyingScores } from '../../../web/analysis/head-scores/copying.js';
import { meanScore, studentQuantile } from '../../../web/analysis/head-scores/mean-score.js';
import { overlapOf } from '../../../web/analysis/head-scores/position-only.js';
import { repeatedTokens, usualTokens } from '../../../web/analysis/head-scores/repeated-tokens.js';
import { sumOf, WEIGHT_ROLES } from '../../../web/analysis/head-scores/role-targets.js';
import {
  duplicateTokenPairs,
  prefixMatchingPairs,
  previousTokenPairs,
  weightOn,
} from '../../../web/training/measures.js';
import { about } from '../../about.mjs';

const engine = engines.simd;

/** Attention weights of a head in which each query attends to a single key: query i to key keys[i]. */
function pattern(keys) {
  const weights = new Float32Array(keys.length ** 2);
  keys.forEach((key, query) => (weights[query * keys.length + key] = 1));
  return weights;
}
function uniform(length, isCausal) {
  const weights = new Float32Array(length ** 2);
  for (let query = 0; query < length; ++query) {
    const keys = isCausal ? query + 1 : length;
    weights.fill(1 / keys, query * length, query * length + keys);
  }
  return weights;
}

const ids = [0, 5, 6, 7, 5, 6, 7, 5, 6, 7]; // a begin token, followed by a block three times
const texts = ['<s>', 'a', ',', 'b', ' .', 'c', '“', 'd', 'e', '!'];

describe('roles by weights', () => {
  const scoreOf = (role, weights, tokens = { ids, texts, isCausal: true }) => {
    const targets = tokens.ids.map((_, query) => WEIGHT_ROLES[role].targets(tokens, query));
    const { queries, weight, uniform: baseline, rest } = sumOf(weights, tokens, targets);
    return { n: queries, score: weight / queries, baseline: baseline / queries, rest };
  };

  // Heads that have one role perfectly, by role: the key that each query attends to.
  const perfect = {
    previous: ids.map((_, query) => Math.max(0, query - 1)),
    duplicate: [0, 1, 2, 3, 1, 2, 3, 4, 5, 6],
    induction: [0, 1, 2, 3, 2, 3, 4, 5, 6, 7],
    first: ids.map(() => 0),
    punctuation: [0, 0, 2, 2, 4, 4, 6, 6, 6, 9],
  };
  const queries = { previous: 9, duplicate: 6, induction: 6, first: 9, punctuation: 8 };

  test.each(Object.keys(perfect))(
    '%s: 1 for the head that does it, the baseline for one that attends uniformly',
    (role) => {
      const { score, n } = scoreOf(role, pattern(perfect[role]));
      expect([score, n]).toEqual([1, queries[role]]);
      const even = scoreOf(role, uniform(ids.length, true));
      expect(even.score).toBeCloseTo(even.baseline, 6);
      expect(even.baseline).toBeLessThan(0.6);
      const others = Object.keys(perfect).filter((other) => other !== role);
      for (const other of others) expect(scoreOf(role, pattern(perfect[other])).score).toBeLessThan(0.9);
    },
  );

  test('next, in an encoder', () => {
    const tokens = { ids, texts, isCausal: false };
    expect(scoreOf('next', pattern([1, 2, 3, 4, 5, 6, 7, 8, 9, 0]), tokens)).toMatchObject({ n: 9, score: 1 });
    const even = scoreOf('next', uniform(ids.length, false), tokens);
    expect(even.score).toBeCloseTo(even.baseline, 6);
  });

  test('the baseline of prefix matching is the number of targets over that of keys', () => {
    // Expected score under uniform attention: queries 4 … 6 have one target among 5 … 7 keys, queries 7 … 9 have two
    // targets among 8 … 10 keys.
    const expected = (1 / 5 + 1 / 6 + 1 / 7 + 2 / 8 + 2 / 9 + 2 / 10) / 6;
    expect(scoreOf('induction', uniform(ids.length, true)).baseline).toBeCloseTo(expected, 10);
  });

  test('without the first token, a head that rests on it most of the time has the score of the rest', () => {
    const resting = pattern(perfect.induction).map((weight) => 0.2 * weight);
    for (let query = 0; query < ids.length; ++query) resting[query * ids.length] += 0.8;
    const { score, rest } = scoreOf('induction', resting);
    expect(score).toBeCloseTo(0.2, 6);
    expect(rest.weight / rest.mass).toBeCloseTo(1, 6);
    expect(scoreOf('first', pattern(perfect.first)).rest.queries).toBe(0);
    const even = scoreOf('previous', uniform(ids.length, true)).rest;
    expect(even.weight / even.mass).toBeCloseTo(even.uniform / even.mass, 6);
  });
});

describe('the likeness of patterns', () => {
  const rows = { first: 1, end: 5, length: 5, isCausal: true };

  test('is 1 of equal ones, 0 of those that do not overlap', () => {
    const [one, other] = [pattern([0, 0, 1, 2, 3]), pattern([0, 1, 2, 3, 4])];
    expect(overlapOf(one, one, rows, 0).score).toBeCloseTo(1, 6);
    expect(overlapOf(one, other, rows, 0).score).toBe(0);
    expect(overlapOf(uniform(5, true), uniform(5, true), rows, 0)).toMatchObject({ n: 4 });
  });

  test('has the overlap by chance as a baseline: 1 / keys of sharp patterns, 1 of uniform ones', () => {
    const one = pattern([0, 0, 1, 2, 3]);
    expect(overlapOf(one, one, rows, 0).baseline).toBeCloseTo((1 / 2 + 1 / 3 + 1 / 4 + 1 / 5) / 4, 6);
    expect(overlapOf(uniform(5, true), uniform(5, true), rows, 0).baseline).toBeCloseTo(1, 6);
  });

  test('without the first token is that of the rest', () => {
    const resting = (keys) => {
      const weights = pattern(keys).map((weight) => weight / 2);
      for (let query = 0; query < 5; ++query) weights[query * 5] += 0.5;
      return weights;
    };
    const [one, other] = [resting([0, 1, 1, 1, 1]), resting([0, 1, 2, 3, 4])];
    expect(overlapOf(one, other, rows, 0).score).toBeCloseTo((1 + 3 * 0.5) / 4, 6);
    expect(overlapOf(one, other, rows, 1).score).toBeCloseTo(0, 6); // only queries that have two other keys count
  });
});

describe('means over sequences', () => {
  test('have an interval by Student’s t', () => {
    const of = (score) => ({ score, baseline: 0.1, n: 5 });
    const { score, baseline, n, interval } = meanScore([of(0.2), of(0.4), of(0.6), { score: 9, baseline: 9, n: 0 }]);
    expect([score, baseline, n]).toEqual([expect.closeTo(0.4), expect.closeTo(0.1), 15]);
    const half = (4.303 * 0.2) / Math.sqrt(3);
    expect(interval).toEqual([expect.closeTo(0.4 - half), expect.closeTo(0.4 + half)]);
    expect(meanScore([of(0.3)]).interval).toEqual([-Infinity, Infinity]);
    expect(meanScore([])).toBeNull();
  });

  test.each([
    [1, 12.706],
    [9, 2.262],
    [13, 2.1604],
    [30, 2.0423],
    [1000, 1.9623],
  ])('the quantile for %i degrees of freedom is %f', (freedom, expected) => {
    expect(Math.abs(studentQuantile(freedom) - expected)).toBeLessThan(2e-3);
  });
});

test('random tokens are distinct in their block, repeat, and are the same for the same seed', () => {
  const tokens = usualTokens(1000, 500);
  expect([tokens[0], tokens.at(-1), tokens.includes(500), tokens.length]).toEqual([100, 899, false, 799]);
  expect(usualTokens(16, 3)).toHaveLength(15);
  const { block, repeats, sequences } = repeatedTokens(tokens, 3, 7, 1024);
  expect([block, repeats, sequences.length]).toEqual([25, 4, 3]);
  for (const sequence of sequences) {
    expect(new Set(sequence).size).toBe(25);
    sequence.forEach((id, at) => expect(id).toBe(sequence[at % 25]));
  }
  expect(repeatedTokens(tokens, 3, 7, 1024).sequences).toEqual(sequences);
  expect(repeatedTokens(tokens, 3, 8, 1024).sequences).not.toEqual(sequences);
  expect(repeatedTokens(tokens, 3, 7, 31)).toMatchObject({ block: 15, repeats: 2 });
});

describe('models', () => {
  const scoresOf = async (name, options) => {
    const model = await engine.loadPretrained(filesOf(name));
    const result = await headScores(model, options);
    return { model, result };
  };

  test('the scores are those of the page’s measures', async () => {
    const { model, result } = await scoresOf('gpt2', { sequences: 3, seed: 5 });
    const { sequences } = repeatedTokens(
      usualTokens(model.description.decoder.vocabulary, null),
      3,
      5,
      model.contextLength - 1,
    );
    const expected = {
      previous: ({ length }) => previousTokenPairs(length),
      duplicate: duplicateTokenPairs,
      induction: prefixMatchingPairs,
    };
    for (const { layer, head, roles } of result.heads) {
      for (const [role, pairsOf] of Object.entries(expected)) {
        const scores = sequences.map((sequence) => {
          const { data, shape } = model.run(sequence).attention('decoder', layer);
          const size = shape[1] * shape[2];
          const pairs = pairsOf(sequence);
          return weightOn(data.subarray(head * size, (head + 1) * size), sequence.length, pairs);
        });
        expect(roles[role].score).toBeCloseTo(scores.reduce((sum, each) => sum + each, 0) / 3, 5);
      }
    }
    expect(result).toMatchObject({ seed: 5, sequences: 3, texts: 0, begin: null, precision: 'float32' });
    expect(await headScores(model, { sequences: 3, seed: 5 })).toEqual(result);
    model.dispose();
  });

  test.each([
    ['gpt2', ['decoder'], ['previous', 'duplicate', 'induction', 'first', 'positionOnly', 'copying']],
    ['gemma2', ['decoder'], ['previous', 'duplicate', 'induction', 'first', 'positionOnly', 'copying']],
    ['bert', ['encoder'], ['previous', 'next', 'duplicate', 'first', 'positionOnly']],
  ])('%s has the roles that can be asked of it', async (name, attentions, roles) => {
    const { model, result } = await scoresOf(name, { sequences: 2 });
    expect([...new Set(result.heads.map(({ attention }) => attention))]).toEqual(attentions);
    for (const head of result.heads) expect(Object.keys(head.roles)).toEqual(roles);
    model.dispose();
  });

  test('an encoder-decoder has those of either stack; copying needs norms before the layers', async () => {
    for (const [name, ofDecoder] of [
      ['t5', ['previous', 'duplicate', 'induction', 'first', 'positionOnly', 'copying']],
      ['bart', ['previous', 'duplicate', 'induction', 'first', 'positionOnly']],
    ]) {
      const { model, result } = await scoresOf(name, { sequences: 2 });
      for (const { attention, roles } of result.heads) {
        const expected = { encoder: ['previous', 'next', 'duplicate', 'first', 'positionOnly'], decoder: ofDecoder };
        expect(Object.keys(roles)).toEqual(expected[attention]);
      }
      model.dispose();
    }
  });

  test.each(['gpt2', 'llama', 'gemma2', 'gpt-neox'])(
    'copying in %s is what the output layer makes of the values',
    async (name) => {
      const model = await engine.loadPretrained(filesOf(name));
      const tokens = [4, 9, 13, 6];
      const run = model.run(tokens);
      const { numHeads, logitSoftcap: cap = 0 } = model.description.decoder;
      const beforeCap = (logit) => (cap > 0 ? cap * Math.atanh(logit / cap) : logit);
      // Weights with which each query attends only to itself, so that the output of the head is the value of the same
      // token.
      const itself = { data: Float32Array.from({ length: 16 }, (_, at) => Number(at % 5 === 0)), shape: [4, 4] };
      for (const layer of [0, 1]) {
        const found = new CopyingScores(model, tokens, 0).ofLayer(run, layer);
        const outputWithout = (heads) => {
          const replace = [
            { activation: `decoder.${layer}.weights`, with: itself },
            { activation: `decoder.${layer}.headOutput`, heads, with: 'zero' },
          ];
          return run.intervene({ replace }).activation(`decoder.${layer}.attentionOutput`);
        };
        const all = [...Array(numHeads).keys()];
        const bias = outputWithout(all);
        for (const head of all) {
          const { data, shape } = outputWithout(all.filter((each) => each !== head));
          const stream = data.map((each, at) => each - bias.data[at]);
          const [logits, none] = [stream, stream.map(() => 0)].map((each) => run.logitsFrom({ data: each, shape }));
          const shares = tokens.map((_, at) => {
            const row = tokens.map((id) => {
              const place = at * logits.shape[1] + id;
              return beforeCap(logits.data[place]) - beforeCap(none.data[place]);
            });
            const mean = row.reduce((sum, each) => sum + each, 0) / row.length;
            const raised = row.map((each) => Math.max(0, each - mean));
            return raised[at] / raised.reduce((sum, each) => sum + each, 0);
          });
          expect(found[head].score).toBeCloseTo(shares.reduce((sum, each) => sum + each, 0) / 4, 3);
          expect(found[head]).toMatchObject({ baseline: 0.25, n: 4 });
        }
      }
      model.dispose();
    },
  );

  test('the storyteller is read sentences too, after its begin token', async () => {
    const model = await engine.loadPretrained(stories);
    const reports = [];
    const result = await headScores(model, { sequences: 2, onProgress: (done) => reports.push(done) });
    expect(result).toMatchObject({ begin: 1, block: 25, repeats: 4, texts: 30 });
    expect(reports).toHaveLength(5 * 32);
    expect(reports.at(-1)).toBe(1);
    for (const { roles } of result.heads) {
      expect(Object.keys(roles)).toHaveLength(8);
      for (const { score, baseline, n } of Object.values(roles)) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1 + 1e-6);
        expect([baseline > 0, baseline < 1, n > 0]).toEqual([true, true, true]);
      }
    }
    model.dispose();
  });
});

describe('what does not fit is named', () => {
  let model;
  beforeAll(async () => (model = await engine.loadPretrained(filesOf('gpt2'))));
  afterAll(() => model.dispose());

  test.each([
    [{ sequences: 1 }, /^sequences: expected .* from 2 to/],
    [{ seed: -1 }, about('seed')],
    [{ tokens: [1, 23] }, about('tokens[1]')],
    [{ tokens: [3, 3] }, /^model: expected room for two tokens that repeat/],
    [{ begin: 23 }, about('begin')],
    [{ layers: 2 }, /^options: unknown option 'layers'/],
  ])('%j', async (options, message) => {
    await expect(headScores(model, options)).rejects.toThrow(message);
  });

  test('a model of images', async () => {
    const vit = await engine.loadPretrained(filesOf('vit'));
    await expect(headScores(vit)).rejects.toThrow(/^model: expected one that reads texts, got one of images/);
    vit.dispose();
  });

  test('aborting rejects with the reason', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const onProgress = () => controller.abort(reason);
    await expect(headScores(model, { signal: controller.signal, onProgress })).rejects.toBe(reason);
  });
});
