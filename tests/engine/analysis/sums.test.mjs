// In models of every family, the contributions to a number, such as a logit or a score, add up to it, and the last row
// of the logit lens equals the logits.
import {
  contributions,
  logitAttribution,
  logitLens,
  pathAttribution,
  scoreAttribution,
} from '../../../web/analysis/index.js';
import { tensor } from '../../../web/engine/node.js';
import { engines } from '../engines.mjs';
import { casesOf, ENCODERS, FAMILIES, filesOf } from '../models/tiny-models.mjs';

const engine = engines.simd;
const ATTENTIONS = /** @type {const} */ (['encoder', 'decoder', 'cross']);

function runOf(model, name, intervene = {}) {
  const { ids, target, types, pixels } = casesOf(name)[0];
  if (pixels) {
    const shape = [pixels.length, pixels[0].length, pixels[0][0].length];
    return model.run(tensor(Float32Array.from(pixels.flat(Infinity)), shape), { intervene });
  }
  return model.run(ids, {
    intervene,
    ...(target && { target: target.slice(1) }),
    ...(types && { tokenTypes: types }),
  });
}

const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
const largest = (numbers) => numbers.reduce((most, each) => Math.max(most, Math.abs(each)), 0);

describe.each([...FAMILIES, 'vit', 'gpt2-classifier', 'llama-classifier'])('%s', (name) => {
  let model;
  let run;
  beforeAll(async () => {
    model = await engine.loadPretrained(filesOf(name));
    run = runOf(model, name);
  });
  afterAll(() => model.dispose());
  const attentions = () => ATTENTIONS.filter((each) => model.layers[each] > 0);
  const queriesOf = (attention) => (attention === 'encoder' ? run.tokens : run.target).length;

  if (!ENCODERS.includes(name)) {
    test('the last row of the lens is the logits', async () => {
      const { places, tokens, logProbability, entropy, divergence, rank, top } = await logitLens(run, {
        token: 1,
        top: 2,
      });
      const stack = model.layers.decoder > 0 ? 'decoder' : 'encoder';
      const logits = run.activation(`${stack}.logits`);
      const [count, vocabulary] = logits.shape;
      expect(places.length).toBe(model.layers[stack] + 1);
      expect(tokens).toEqual([...Array(count).keys()]);
      const last = run.logitsFrom(run.activation(places.at(-1)));
      expect(last).toEqual(logits);
      tokens.forEach((token) => {
        const row = [...logits.data.slice(token * vocabulary, (token + 1) * vocabulary)];
        const logSum = Math.log(sum(row.map(Math.exp)));
        const at = (places.length - 1) * count + token;
        expect(logProbability.data[at]).toBeCloseTo(row[1] - logSum, 5);
        expect(entropy.data[at]).toBeCloseTo(-sum(row.map((each) => Math.exp(each - logSum) * (each - logSum))), 5);
        expect(divergence.data[at]).toBe(0);
        expect(rank.data[at]).toBe(1 + row.filter((each) => each > row[1]).length);
        expect(row[top.at(-1)[token][0].id]).toBe(Math.max(...row));
        expect(top.at(-1)[token].length).toBe(2);
      });
      expect(largest(divergence.data.slice(0, -count))).toBeGreaterThan(0);
    });

    test('one position of the lens is that of all', async () => {
      const whole = await logitLens(run, { token: 0 });
      const token = whole.tokens.length - 1;
      const part = await logitLens(run, { token: 0, tokens: [token] });
      for (const field of ['logProbability', 'rank', 'entropy', 'divergence']) {
        const column = whole[field].data.filter((_, at) => at % whole.tokens.length === token);
        expect([...part[field].data]).toEqual([...column]);
      }
    });

    test.each([{ against: undefined }, { against: 1 }])(
      'the shares of a logit add up, against $against',
      ({ against }) => {
        const { total, residual, norm, output, biases, embedding, tokenTypes, positions, heads, feedForward } =
          logitAttribution(run, { token: 0, ...(against !== undefined && { against }) });
        const tensors = [...Object.values(heads), ...Object.values(feedForward)];
        const parts = sum(tensors.map(({ data }) => sum(data)));
        const all = parts + norm + output + biases + embedding + tokenTypes + positions;
        expect(all + residual).toBeCloseTo(total, 5);
        expect(Math.abs(residual)).toBeLessThanOrEqual(1e-5 * Math.max(1, Math.abs(total)));
        expect(largest(tensors[0].data)).toBeGreaterThan(0);
      },
    );
  }

  if (!ENCODERS.includes(name)) {
    test('the paths of a head add up to its direct effect', () => {
      const question = { token: 0, against: 1 };
      const { heads } = logitAttribution(run, question);
      const { paths, rest } = pathAttribution(run, question);
      expect(Object.keys(paths).sort()).toEqual(Object.keys(heads).sort());
      for (const [attention, { data, shape }] of Object.entries(heads)) {
        const keys = (attention === 'decoder' ? run.target : run.tokens).length;
        expect(paths[attention].shape).toEqual([...shape, keys]);
        const most = Math.max(1, largest(data));
        data.forEach((effect, at) => {
          const own = sum(paths[attention].data.slice(at * keys, (at + 1) * keys));
          expect(Math.abs(own - effect)).toBeLessThan(1e-5 * most);
          expect(own + rest[attention].data[at]).toBeCloseTo(effect, 5);
        });
      }
      expect(largest(Object.values(paths)[0].data)).toBeGreaterThan(0);
    });

    test('a head that is switched off has no paths; one whose output is replaced has a rest alone', () => {
      const stack = model.layers.decoder > 0 ? 'decoder' : 'encoder';
      const layer = model.layers[stack] - 1;
      const off = runOf(model, name, { ablateHeads: [{ attention: stack, layer, head: 0 }] });
      const [ofRun, ofOff] = [run, off].map((each) => pathAttribution(each, { token: 0, against: 1 }));
      const keys = ofRun.paths[stack].shape[2];
      const at = layer * ofRun.paths[stack].shape[1];
      const pathsOf = ({ paths }) => paths[stack].data.slice(at * keys, (at + 1) * keys);
      expect(largest(pathsOf(ofRun))).toBeGreaterThan(0);
      expect(largest(pathsOf(ofOff))).toBe(0);
      expect(ofOff.rest[stack].data[at]).toBe(0);
      const { data, shape } = run.activation(`${stack}.${layer}.headOutput`, { heads: [0] });
      const other = tensor(
        data.map((each) => 3 * each + 0.5),
        shape,
      );
      const replaced = run.replace([{ activation: `${stack}.${layer}.headOutput`, heads: [0], with: other }]);
      const { paths, rest } = pathAttribution(replaced, { token: 0, against: 1 });
      const { heads } = logitAttribution(replaced, { token: 0, against: 1 });
      expect(largest(pathsOf({ paths }))).toBe(0);
      expect(rest[stack].data[at]).toBeCloseTo(heads[stack].data[at], 6);
    });
  }

  test('the shares of a score add up', () => {
    for (const attention of attentions()) {
      for (let layer = 0; layer < model.layers[attention]; ++layer) {
        const [query, head] = [queriesOf(attention) - 1, 1];
        const { masked } = run.trace(attention, layer, head);
        const row = masked.data.slice(-masked.shape[1]);
        const keys = [...row.keys()].filter((key) => row[key] !== -Infinity);
        const has = (step) => model.activations.some((each) => each.name === `${attention}.${layer}.${step}`);
        const scores = run.activation(`${attention}.${layer}.${has('biased') ? 'biased' : 'scaled'}`, {
          heads: [head],
          queries: [query],
        }).data;
        const mean = sum(keys.map((key) => scores[key])) / keys.length;
        const size = largest(scores);
        for (const key of [keys[0], keys.at(-1)]) {
          const { values, relative, score, residual, querySources, keySources } = scoreAttribution(
            run,
            attention,
            layer,
            head,
            query,
            key,
          );
          expect(values.shape).toEqual([querySources.length, keySources.length]);
          expect(relative.shape).toEqual(values.shape);
          expect(score).toBe(scores[key]);
          expect(sum(values.data) + residual).toBeCloseTo(score, 5);
          expect(Math.abs(residual)).toBeLessThanOrEqual(1e-5 * Math.max(1, size));
          expect(Math.abs(sum(relative.data) - (score - mean))).toBeLessThanOrEqual(1e-5 * Math.max(1, size));
        }
      }
    }
  });

  test('the contributions of the keys add up to the head’s result', () => {
    for (const attention of attentions()) {
      const { weights, weighted, share } = contributions(run, attention, 0);
      const [heads, queries, keys] = weights.shape;
      const results = run.activation(`${attention}.0.headResult`);
      const size = results.shape[2];
      for (let row = 0; row < heads * queries; ++row) {
        const shares = [...share.data.slice(row * keys, (row + 1) * keys)];
        expect(sum(shares)).toBeCloseTo(1, 5);
        // If a query attends to a single key, the result of the head is this key's weighted value vector, and their
        // norms are equal.
        const own = [...weights.data.slice(row * keys, (row + 1) * keys)];
        if (own.filter((each) => each > 0).length !== 1) continue;
        const length = Math.hypot(...results.data.slice(row * size, (row + 1) * size));
        expect(weighted.data[row * keys + own.findIndex((each) => each > 0)]).toBeCloseTo(length, 5);
      }
    }
  });
});
