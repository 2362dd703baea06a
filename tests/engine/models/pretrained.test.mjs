// Pretrained models of every family: tiny models with random weights, compared with transformers
// (tests/fixtures/make_models.py).
import { BUILDS, engines } from '../engines.mjs';
import { casesOf, difference, FAMILIES, filesOf } from './tiny-models.mjs';

const withConfig = async (name, fields) => {
  const { weights, config } = filesOf(name);
  return { weights, config: new Blob([JSON.stringify({ ...JSON.parse(await config.text()), ...fields })]) };
};

/**
 * Maximum difference of attention weights from those of transformers, for the two models that need more than 1e-5:
 * their scores, without a scale or with YaRN's scale, are so large that the order of summation in float32 changes
 * weights by 1e-5. Which build is closer is chance.
 */
const TOLERANCE = { yarn: 3e-5, 't5-v1.1-tied': 3e-5 };
const toleranceOf = (name) => TOLERANCE[name] ?? 1e-5;

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];

  test('an epsilon that is 0 or infinite in float32 is refused', async () => {
    for (const [rms_norm_eps, got] of [
      [1e-60, '1e-60'],
      [1e300, '1e\\+300'],
      [0, '0'],
    ]) {
      await expect(engine.loadPretrained(await withConfig('llama', { rms_norm_eps }))).rejects.toThrow(
        new RegExp(`^config.rms_norm_eps: expected a number above 0 in float32, got ${got}$`),
      );
    }
  });

  test('interventions change the attention of a decoder, and one that cannot apply is an error', async () => {
    const model = await engine.loadPretrained(filesOf('llama'));
    const attentionOf = (intervene) => model.run([1, 5, 7, 2], { intervene }).attention('decoder', 1).data;
    const baseline = attentionOf({});
    expect(attentionOf({ causal: false, padding: 0, blockedPairs: [], ablateTokens: [] })).toEqual(baseline);
    expect(attentionOf({ scope: {} })).toEqual(baseline);
    for (const intervene of [
      { blockedPairs: [[3, 1]] },
      { ablateTokens: [1] },
      { padding: 1 },
      { temperature: 2 },
      { useScaling: false },
      { ablateHeads: [{ attention: 'decoder', layer: 0, head: 1 }] },
      { replace: [{ activation: 'decoder.0.headOutput', heads: [1], tokens: [2], with: 'zero' }] },
    ]) {
      expect(attentionOf(intervene)).not.toEqual(baseline);
    }
    expect(() => attentionOf({ causal: true })).toThrow(/^intervene.causal: expected false: a decoder is causal/);
    expect(() => attentionOf({ scope: { attention: 'encoder' } })).toThrow(/^intervene.scope.attention/);
    model.dispose();
  });

  test('a model’s description is immutable', async () => {
    for (const model of [await engine.loadPretrained(filesOf('bart')), await engine.loadModel()]) {
      const { description } = model;
      for (const part of [description, description.encoder, description.decoder]) {
        expect(() => (part.layers = 99)).toThrow(TypeError);
      }
      model.dispose();
    }
  });

  test('a separate output layer in the file takes precedence over tying in config.json, as in transformers 5', async () => {
    const own = await engine.loadPretrained(filesOf('llama'));
    const tied = await engine.loadPretrained(await withConfig('llama', { tie_word_embeddings: true }));
    expect(tied.run([1, 5, 7]).logits).toEqual(own.run([1, 5, 7]).logits);
    own.dispose();
    tied.dispose();
  });

  test('T5: dense_act_fn and is_gated_act take precedence over feed_forward_proj', async () => {
    const outputOf = async (fields) => {
      const model = await engine.loadPretrained(await withConfig('t5', fields));
      const { output } = model.run([1, 5, 7], { target: [3] });
      model.dispose();
      return output.data;
    };
    const silent = await outputOf({ dense_act_fn: null });
    expect(await outputOf({ dense_act_fn: 'relu' })).toEqual(silent);
    expect(await outputOf({ dense_act_fn: 'silu' })).not.toEqual(silent);
    await expect(outputOf({ is_gated_act: true })).rejects.toThrow(/^weights: expected a tensor .*wi_0/);
  });

  describe.each(FAMILIES)('%s', (name) => {
    const cases = casesOf(name);
    let model;
    beforeAll(async () => {
      model = await engine.loadPretrained(filesOf(name));
    });
    afterAll(() => model.dispose());

    const run = ({ ids, target, types, padding = 0 }) =>
      model.run(ids, {
        ...(target && { target: target.slice(1) }), // the start token is left out
        ...(types && { tokenTypes: types }),
        intervene: { padding },
      });

    test('attention equals that of transformers in every layer and head', () => {
      for (const one of cases) {
        const result = run(one);
        for (const attention of ['encoder', 'decoder', 'cross']) {
          expect(model.layers[attention]).toBe(one[attention]?.length ?? 0);
          one[attention]?.forEach((heads, layer) => {
            expect(difference(result.attention(attention, layer), heads)).toBeLessThanOrEqual(toleranceOf(name));
          });
        }
      }
    });

    test('so do the last hidden states, and the logits', () => {
      for (const one of cases) {
        const result = run(one);
        expect(difference(result.output, one.hidden)).toBeLessThanOrEqual(1e-4);
        if (one.logits) expect(difference(result.logits, one.logits)).toBeLessThanOrEqual(1e-3);
        else expect(() => result.logits).toThrow(/encoder only/);
      }
    });

    test('continues a text like transformers, with a cache and without', () => {
      for (const { ids, target, padding = 0, continued } of cases) {
        if (!continued) {
          expect(() => model.generate(ids)).toThrow(/encoder only/);
          continue;
        }
        const begin = target ? ids : ids.slice(0, 4);
        const options = { maxTokens: 50, intervene: { padding } };
        const generated = [...model.generate(begin, options)].map(({ id }) => id);
        expect(generated).toEqual(continued);
        const again = [];
        for (const id of continued) {
          const whole = target
            ? model.run(begin, { target: again.length ? again : undefined, intervene: { padding } })
            : model.run([...begin, ...again]);
          const { data, shape } = whole.logits;
          const last = data.slice(-shape[1]);
          again.push(last.indexOf(Math.max(...last)));
          if (again.at(-1) !== id) break;
        }
        expect(again).toEqual(continued);
      }
    });

    test('its parameters include those behind a head’s values', () => {
      const listed = new Set(model.parameters.map(({ name }) => name));
      const result = run(cases[0]);
      for (const attention of ['encoder', 'decoder', 'cross'].filter((each) => model.layers[each] > 0)) {
        const stack = attention === 'encoder' ? 'encoder' : 'decoder';
        const layer = model.layers[attention] - 1;
        const name = `${stack}.${layer}.${attention === 'cross' ? 'cross' : 'self'}_attention.value`;
        const weight = model.parameter(`${name}.weight`);
        const bias = listed.has(`${name}.bias`) ? model.parameter(`${name}.bias`) : null;
        const { numHeads, numKvHeads, headDim } = model.description[stack];
        expect(weight.shape).toEqual([numKvHeads * headDim, model.embedDim]);
        const { data: x } = result.layer(attention, layer).keyInput;
        const { data: values } = result.trace(attention, layer, numHeads - 1).value;
        const projected = values.map((_, at) => {
          const [token, row] = [Math.floor(at / headDim), (numKvHeads - 1) * headDim + (at % headDim)];
          const rowOf = ({ data }, index) => data.subarray(index * model.embedDim, (index + 1) * model.embedDim);
          const left = rowOf({ data: x }, token);
          return rowOf(weight, row).reduce((sum, w, column) => sum + w * left[column], bias?.data[row] ?? 0);
        });
        expect(Math.max(...values.map((value, at) => Math.abs(value - projected[at])))).toBeLessThan(1e-5);
      }
      for (const { name, shape } of model.parameters) expect(model.parameter(name).shape).toEqual(shape);
      const wrong = `${[...listed][0]}s`;
      expect(() => model.parameter(wrong)).toThrow(
        new RegExp(
          `^name: expected a parameter of the model, as '${[...listed][0]}' or .*, got the string '${wrong}'$`,
        ),
      );
    });

    test('each generated token has the attention with which it was chosen', () => {
      const [{ ids, target, continued }] = cases;
      if (!continued) return;
      const begin = target ? ids : ids.slice(0, 4);
      const steps = [];
      for (const step of model.generate(begin, { maxTokens: 6 })) {
        steps.push(step);
        if (steps.length === 3) model.run(ids); // another run between two steps
      }
      const before = continued.slice(0, 5);
      const whole = target ? model.run(ids, { target: before }) : model.run([...begin, ...before]);
      const offset = target ? 0 : begin.length - 1;
      for (const attention of target ? ['decoder', 'cross'] : ['decoder']) {
        const all = whole.attention(attention, 0);
        const [heads, queries, keys] = all.shape;
        steps.forEach(({ layer }, at) => {
          const { weights } = layer(attention, 0);
          const seen = weights.shape[2];
          expect(weights.shape).toEqual([heads, 1, attention === 'cross' ? keys : offset + at + 1]);
          for (let head = 0; head < heads; ++head) {
            for (let key = 0; key < seen; ++key) {
              const expected = all.data[(head * queries + offset + at) * keys + key];
              expect(Math.abs(weights.data[head * seen + key] - expected)).toBeLessThan(1e-5);
            }
          }
        });
      }
      steps.forEach(({ id, probability, candidates }) => {
        expect(candidates[0].id).toBe(id);
        expect(candidates[0].probability).toBeCloseTo(probability, 6);
      });
    });
  });
});
