// A text by itself gives the same results as the same text in a padded batch of transformers
// (tests/fixtures/make_batches.py).
import { BUILDS, engines } from '../engines.mjs';
import { difference, FAMILIES, file, filesOf } from './tiny-models.mjs';

/** The first `rows` rows and `columns` columns of attention weights [heads, queries, keys], without the padding. */
function part({ data, shape: [heads, queries, keys] }, rows, columns) {
  const of = (head, row) => data.subarray((head * queries + row) * keys, (head * queries + row) * keys + columns);
  const numbers = Array.from({ length: heads * rows }, (_, at) => [...of(Math.floor(at / rows), at % rows)]).flat();
  return { data: numbers, shape: [heads, rows, columns] };
}

describe.each(BUILDS)('%s build', (build) => {
  test.each(FAMILIES)('%s', async (name) => {
    const model = await engines[build].loadPretrained(filesOf(name));
    const type = ['cross', 'decoder', 'encoder'].find((each) => model.layers[each] > 0);
    const options = ({ target }) => (target ? { target: target.slice(1) } : {});
    for (const one of JSON.parse(file(name, 'batch.json'))) {
      const { ids, padding, attention, hidden, continued } = one;
      const alone = model.run(ids, options(one));
      expect(difference(alone.attention(type, model.layers[type] - 1), attention)).toBeLessThanOrEqual(1e-5);
      expect(difference(alone.output, hidden)).toBeLessThanOrEqual(1e-4);

      const intervene = { padding: padding.length };
      const filled = model.run([...ids, ...padding], { ...options(one), intervene });
      const weights = filled.attention(type, model.layers[type] - 1);
      const queries = type === 'cross' ? weights.shape[1] : ids.length;
      expect(difference(part(weights, queries, ids.length), attention)).toBeLessThanOrEqual(1e-5);
      const { data, shape } = filled.output;
      const real = { data: data.subarray(0, ids.length * shape[1]), shape: [ids.length, shape[1]] };
      expect(difference(real, hidden)).toBeLessThanOrEqual(1e-4);

      if (!continued) continue;
      const generated = Array.from(model.generate(ids, { maxTokens: continued.length }), ({ id }) => id);
      expect(generated).toEqual(continued);
      if (type !== 'cross') continue;
      const again = Array.from(
        model.generate([...ids, ...padding], { maxTokens: continued.length, intervene }),
        ({ id }) => id,
      );
      expect(again).toEqual(continued);
    }
    model.dispose();
  });
});
