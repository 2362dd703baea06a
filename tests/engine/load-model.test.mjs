// `engine.loadModel` accepts every kind of model: the default model, other models of its format, and models published
// on Hugging Face. config.json determines the kind.
import { readFileSync } from 'node:fs';
import { defaultModel } from 'attention-spotlight/model';
import { stories } from 'attention-spotlight/stories';
import { engines } from './engines.mjs';

const engine = engines.simd;
const TEXT = 'The cat sat on the mat because it was tired';

/** Files of a model as a user would choose them in a file dialog. */
const chosen = (folder) =>
  Object.fromEntries(
    Object.entries({ weights: 'model.safetensors', config: 'config.json', tokenizer: 'tokenizer.json' }).map(
      ([part, name]) => [
        part,
        new File([readFileSync(new URL(`../../models/${folder}/${name}`, import.meta.url))], name),
      ],
    ),
  );

/** Properties and results of a model that models of all kinds have. */
function facts(model) {
  const { layers, numHeads, trained, parameters, activations } = model;
  const run = model.run(TEXT);
  return {
    layers,
    numHeads,
    trained,
    parameters,
    activations,
    parameter: model.parameter(parameters[0].name),
    decoded: run.decode().next,
    residual: run.activation('decoder.1.residualPre'),
  };
}

test('the default model: from the package, with its program, and from similar files', async () => {
  const models = await Promise.all([
    engine.loadModel(),
    engine.loadModel(defaultModel),
    engine.loadModel(chosen('default')),
    engine.loadModel({ weights: defaultModel.weights, config: defaultModel.config, tokenizer: defaultModel.tokenizer }),
  ]);
  const [first, ...others] = models.map(facts);
  expect(first.layers).toEqual({ encoder: 4, decoder: 2, cross: 2 });
  for (const other of others) expect(other).toEqual(first);
  models.forEach((model) => model.dispose());
});

test('a published model: from URLs and from files, complete and partial; loadPretrained is the same', async () => {
  const models = await Promise.all([
    engine.loadModel(stories),
    engine.loadModel(chosen('stories')),
    engine.loadPretrained(stories),
  ]);
  const [first, ...others] = models.map(facts);
  for (const other of others) expect(other).toEqual(first);
  expect(models.map(({ family }) => family)).toEqual(['llama', 'llama', 'llama']);
  const part = await engine.loadModel(stories, { layers: 1, text: TEXT, precision: 'stored' });
  expect([part.layers.decoder, part.precision]).toEqual([1, 'stored']);
  [...models, part].forEach((model) => model.dispose());
});

describe('an option that cannot apply is an error', () => {
  test.each([
    ['the default model', () => defaultModel],
    ['the default model of the package', () => undefined],
    ['a model like it', () => chosen('default')],
  ])('for %s', async (_, files) => {
    await expect(engine.loadModel(files(), { layers: 1 })).rejects.toThrow(
      "options: unknown option 'layers'; known are signal",
    );
  });

  test('a second weights file, another tokenizer, images', async () => {
    const files = chosen('default');
    await expect(engine.loadModel({ ...files, weights: [files.weights, files.weights] })).rejects.toThrow(
      'weights: expected one file, got 2',
    );
    await expect(engine.loadModel({ ...files, tokenizer: undefined })).rejects.toThrow(/^tokenizer: expected/);
    await expect(engine.loadModel({ ...files, preprocessor: new Blob(['{}']) })).rejects.toThrow(/'preprocessor'/);
    await expect(engine.loadModel({ ...defaultModel, program: 7 })).rejects.toThrow(/'program'/);
  });

  test('without files, loadPretrained has no default', async () => {
    await expect(engine.loadPretrained()).rejects.toThrow(/^weights: expected a URL or a Blob/);
  });
});

test.each([
  ['the default model', () => defaultModel],
  ['the default model of the package', () => undefined],
  ['a model like it', () => chosen('default')],
  ['a published model', () => stories],
])('an aborted signal ends it with its reason: %s', async (_, files) => {
  const [before, controller, reason] = [engine.heapSize, new AbortController(), new Error('not any more')];
  const isRejected = expect(engine.loadModel(files(), { signal: controller.signal })).rejects.toBe(reason);
  controller.abort(reason);
  await isRejected;
  await expect(engine.loadModel(files(), { signal: controller.signal })).rejects.toBe(reason);
  expect(engine.heapSize).toBe(before);
});
