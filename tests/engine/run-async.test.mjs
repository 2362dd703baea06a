// Asynchronous runs of a model, which are computed layer by layer so that the thread is not blocked for long.
import { engines } from './engines.mjs';
import { ENCODERS, filesOf } from './models/tiny-models.mjs';

const IDS = [4, 9, 6, 13, 5, 11];
const models = {};
beforeAll(async () => {
  for (const name of [...ENCODERS, 'gpt2', 't5']) models[name] = await engines.relaxed.loadPretrained(filesOf(name));
});
afterAll(() => Object.values(models).forEach((model) => model.dispose()));

test.each(ENCODERS)('%s: an encoder gives the same, also with a residual stream that is replaced', async (name) => {
  const model = models[name];
  const intervene = { replace: [{ activation: 'encoder.1.residualPre', tokens: [2], with: { add: one } }] };
  for (const options of [{}, { intervene }]) {
    const [run, expected] = [await model.runAsync(IDS, options), model.run(IDS, options)];
    expect(run.output).toEqual(expected.output);
    expect(run.activation('encoder.1.residualPre')).toEqual(expected.activation('encoder.1.residualPre'));
    expect(run.intervene({}).output).toEqual(model.run(IDS).output);
  }
});
const one = { data: Float32Array.of(1), shape: [1] };

test('progress is told after each layer of both stacks', async () => {
  const told = [];
  await models.t5.runAsync(IDS, { target: IDS, onProgress: (done) => told.push(done) });
  const { encoder, decoder } = models.t5.layers;
  expect(told).toEqual(Array.from({ length: encoder + decoder }, (_, at) => (at + 1) / (encoder + decoder)));
});

test('an aborted run rejects with the reason before its next layer, and the model goes on', async () => {
  const controller = new AbortController();
  const reason = new Error('enough');
  const told = [];
  const onProgress = (done) => {
    told.push(done);
    controller.abort(reason);
  };
  await expect(models.gpt2.runAsync(IDS, { signal: controller.signal, onProgress })).rejects.toBe(reason);
  expect(told).toHaveLength(1);
  expect(models.gpt2.run(IDS).logits).toEqual((await models.gpt2.runAsync(IDS)).logits);
});

test('other runs between its layers do not change it', async () => {
  const expected = models.gpt2.run(IDS).logits;
  const onProgress = () => void models.gpt2.run([7, 8]);
  expect((await models.gpt2.runAsync(IDS, { onProgress })).logits).toEqual(expected);
});

test.each([
  [{ signal: 1 }, 'signal: expected'],
  [{ onProgress: 'often' }, "onProgress: expected a function, got the string 'often'"],
  [{ targets: IDS }, /^options: unknown option 'targets'/],
])('%p is rejected', async (options, message) => {
  await expect(models.gpt2.runAsync(IDS, options)).rejects.toThrow(message);
});
