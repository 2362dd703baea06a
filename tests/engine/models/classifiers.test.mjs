// Decoder-only models that classify texts, compared with transformers (tests/fixtures/make_classifiers.py).
import { BUILDS, engines } from '../engines.mjs';
import { casesOf, difference, filesOf } from './tiny-models.mjs';

const NAMES = ['gpt2-classifier', 'llama-classifier'];

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];

  test.each(NAMES)('%s gives the logits of the classes, from the last token that is not padding', async (name) => {
    const model = await engine.loadPretrained(filesOf(name));
    for (const { ids, decoder, hidden, logits } of casesOf(name)) {
      const run = model.run(ids);
      decoder.forEach((heads, layer) =>
        expect(difference(run.attention('decoder', layer), heads)).toBeLessThanOrEqual(1e-5),
      );
      expect(difference(run.output, hidden)).toBeLessThanOrEqual(1e-4);
      expect(difference(run.logits, logits)).toBeLessThanOrEqual(1e-4);
    }
    model.dispose();
  });

  test('its candidates are the classes, by their names', async () => {
    const model = await engine.loadPretrained(filesOf('gpt2-classifier'));
    const [{ ids, logits }] = casesOf('gpt2-classifier');
    expect(model.labels).toEqual(['sad', 'so-so', 'glad']);
    const run = model.run(ids);
    const order = [0, 1, 2].sort((a, b) => logits[0][b] - logits[0][a]);
    expect(run.candidates(0, 3).map(({ text }) => text)).toEqual(order.map((id) => model.labels[id]));
    expect(run.decode().next).toEqual(ids.map(() => [])); // a classifier predicts no next tokens
    expect(() => model.generate(ids)).toThrow(
      'generate: expected a model with a language model head, got one that classifies texts',
    );
    model.dispose();
  });

  test('a partial one has attention, and no logits', async () => {
    const [{ ids, decoder }] = casesOf('llama-classifier');
    const model = await engine.loadPretrained(filesOf('llama-classifier'), { layers: 1, text: ids });
    const run = model.run(ids);
    expect(difference(run.attention('decoder', 0), decoder[0])).toBeLessThanOrEqual(1e-5);
    expect(() => run.logits).toThrow(/loaded in part/);
    model.dispose();
  });

  test('it has the number of classes in its config', async () => {
    const files = filesOf('gpt2-classifier');
    const config = JSON.parse(await files.config.text());
    delete config.id2label; // by default, there are two classes
    const changed = { ...files, config: new Blob([JSON.stringify(config)]) };
    await expect(engine.loadPretrained(changed)).rejects.toThrow(/score\.weight: expected .*2, 18/);
  });
});
