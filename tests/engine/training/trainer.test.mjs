// Training, compared with PyTorch's autograd and AdamW (tests/fixtures/make/training.py), and guarantees of the
// trainer, such as an unchanged state after an error.
import { BUILDS, engines } from '../engines.mjs';
import { fixture, lcg } from '../fixtures.mjs';
import { randomBelow, repeatingBatches, smallData, smallModel } from './repeating-batches.mjs';
import { about } from '../../about.mjs';

const sizeOf = (shape) => shape.reduce((size, dimension) => size * dimension, 1);

/** Largest difference between two arrays, relative to the largest magnitude. */
function relativeDifference(given, expected) {
  expect(given).toHaveLength(expected.length);
  const largest = expected.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
  return given.reduce((most, number, at) => Math.max(most, Math.abs(number - expected[at])), 0) / largest;
}

const tokenIds = (seed, count, vocabulary) => {
  const below = randomBelow(seed);
  return Int32Array.from({ length: count }, () => below(vocabulary));
};

/** Initial values of all parameters, the same as in tests/fixtures/make/training.py. */
function valuesOf(seed, parameters, factor = 1) {
  const shapes = Object.entries(parameters);
  const { data } = lcg(seed, [shapes.reduce((sum, [, shape]) => sum + sizeOf(shape), 0)]);
  let offset = 0;
  for (const [name, shape] of shapes) {
    const shift = name.endsWith('norm.weight') ? 1 : 0;
    for (const end = offset + sizeOf(shape); offset < end; ++offset) {
      data[offset] = factor * Math.fround(data[offset] * 0.3 + shift);
    }
  }
  return data;
}

const shapesOf = (parameters) =>
  Object.fromEntries(Object.entries(parameters).map(([name, { shape }]) => [name, shape]));
const joined = (parameters) => Object.values(parameters).flatMap(({ data }) => [...data]);

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];
  const { cases, run, arrays } = fixture('training');

  async function withTrainer(config, use) {
    const trainer = await engine.createTrainer(config);
    try {
      return await use(trainer);
    } finally {
      trainer.dispose();
    }
  }

  describe('gradients equal those of PyTorch’s autograd', () => {
    test.each(Object.keys(cases))('%s', async (name) => {
      const { model, parameters, loss, accuracy } = cases[name];
      const targets = tokenIds(1101, 21, 11).map((token, at) => ((at % 7) % 3 === 0 ? -1 : token));
      const sources = model.shape === 'encoder-decoder' && { sources: tokenIds(1102, 15, 11), sourceTokens: 5 };
      const batch = { inputs: tokenIds(1100, 21, 11), targets, batch: 3, tokens: 7, ...sources };
      await withTrainer({ model, data: () => batch }, (trainer) => {
        expect(shapesOf(trainer.parameters)).toEqual(parameters);
        expect(Object.keys(trainer.parameters)).toEqual(Object.keys(parameters));
        trainer.restore(valuesOf(1000 + Object.keys(cases).indexOf(name), parameters));
        const evaluated = trainer.evaluate(batch);
        expect(evaluated.loss).toBeCloseTo(loss, 5);
        expect(evaluated.accuracy).toBeCloseTo(accuracy, 10);
        expect(relativeDifference(evaluated.logits.data, arrays[`${name}: logits`].data)).toBeLessThan(1e-5);
        for (const attention of Object.values(evaluated.weights).flat()) {
          const [, , keys] = attention.shape;
          for (let row = 0; row < attention.data.length; row += keys) {
            expect(attention.data.subarray(row, row + keys).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
          }
        }
        expect(trainer.step().loss).toBeCloseTo(loss, 5);
        const { gradients } = trainer;
        let offset = 0;
        for (const [parameter, shape] of Object.entries(parameters)) {
          const expected = arrays[name].data.subarray(offset, (offset += sizeOf(shape)));
          // The gradient of the key bias consists of rounding errors only, unless rotary positions rotate the bias.
          if (parameter.endsWith('key.bias') && model.positions !== 'rotary') {
            expect(Math.max(...gradients[parameter].data.map(Math.abs))).toBeLessThan(1e-6);
          } else {
            expect([parameter, relativeDifference(gradients[parameter].data, expected) < 1e-5]).toEqual([
              parameter,
              true,
            ]);
          }
        }
      });
    });
  });

  describe('trainer.model is the same model in the engine', () => {
    test.each(Object.keys(cases))('%s', async (name) => {
      const { model: config } = cases[name];
      const inputs = tokenIds(1, 7, 11);
      const sources = tokenIds(2, 5, 11);
      const isTranslated = config.shape === 'encoder-decoder';
      const batch = { inputs, targets: inputs, batch: 1, tokens: 7, ...(isTranslated && { sources, sourceTokens: 5 }) };
      await withTrainer({ model: config, data: () => batch }, async (trainer) => {
        trainer.step(3);
        const { logits, weights } = trainer.evaluate(batch);
        const options = isTranslated ? { start: inputs[0] } : {};
        const files = {
          weights: new Blob([trainer.save()]),
          config: new Blob([JSON.stringify(trainer.modelConfig(options))]),
        };
        const model = trainer.model(options);
        trainer.step(3); // training does not change the saved model
        const loaded = await engine.loadPretrained(files);
        expect([loaded.family, loaded.layers, loaded.description]).toEqual([
          model.family,
          model.layers,
          model.description,
        ]);
        const inputsOf = isTranslated ? [[...sources], { target: [...inputs.slice(1)] }] : [[...inputs]];
        const type = config.shape === 'encoder' ? 'encoder' : 'decoder';
        expect(loaded.run(...inputsOf).attention(type, 0).data).toEqual(model.run(...inputsOf).attention(type, 0).data);
        loaded.dispose();
        const run = isTranslated ? model.run([...sources], { target: [...inputs.slice(1)] }) : model.run([...inputs]);
        const of = { encoder: weights.encoder, decoder: weights.self, cross: weights.cross };
        if (config.shape === 'encoder') of.encoder = of.decoder.splice(0);
        else expect(relativeDifference(run.logits.data, logits.data)).toBeLessThan(1e-5);
        for (const [type, layers] of Object.entries(of)) {
          expect(model.layers[type]).toBe(layers.length);
          layers.forEach(({ data, shape }, layer) => {
            const attention = run.attention(type, layer);
            expect(attention.shape).toEqual(shape);
            expect(relativeDifference(attention.data, data)).toBeLessThan(1e-5);
          });
        }
        model.dispose();
      });
    });
  });

  test.each([{ feedforwardDim: 1 }, { embedDim: 1, numHeads: 1, feedforwardDim: 3 }])(
    'a one-row matrix is not a vector: %j',
    async (sizes) => {
      const config = { ...smallModel, activation: 'swiglu', ...sizes };
      await withTrainer({ model: config, data: smallData }, (trainer) => {
        trainer.step(3);
        const inputs = tokenIds(1, 7, 11);
        const { logits } = trainer.evaluate({ inputs, targets: inputs, batch: 1, tokens: 7 });
        const model = trainer.model();
        expect(relativeDifference(model.run([...inputs]).logits.data, logits.data)).toBeLessThan(1e-5);
        model.dispose();
      });
    },
  );

  test('the model of a causally trained encoder is causal in its runs', async () => {
    const model = { ...smallModel, shape: 'encoder', causal: true };
    await withTrainer({ model, data: smallData }, (trainer) => {
      trainer.step(3);
      const inputs = tokenIds(5, 12, 16);
      const { data } = trainer.evaluate({ inputs, targets: inputs, batch: 1, tokens: 12 }).weights.self[1];
      const trained = trainer.model();
      const weightsOf = (causal) => trained.run([...inputs], { intervene: { causal } }).attention('encoder', 1).data;
      expect(relativeDifference(weightsOf(true), data)).toBeLessThan(1e-5);
      expect(relativeDifference(weightsOf(false), data)).toBeGreaterThan(0.1);
      trained.dispose();
    });
  });

  test('a run of 500 steps equals PyTorch: AdamW, warm-up, clipping, weight decay', async () => {
    const data = repeatingBatches(randomBelow(2001), { batch: 8, tokens: 20, vocabulary: 16 });
    await withTrainer({ model: run.model, data, optimizer: run.optimizer }, (trainer) => {
      trainer.restore(valuesOf(2000, shapesOf(trainer.parameters), 0.5));
      run.losses.forEach(([loss, norm], at) => {
        const report = trainer.step(20);
        expect(report.step).toBe(20 * (at + 1));
        expect(Math.abs(report.loss - loss)).toBeLessThan(1e-3);
        expect(Math.abs(report.gradientNorm - norm)).toBeLessThan(5e-3);
      });
    });
  });

  test('equal seeds give equal weights, bit for bit; other seeds others', async () => {
    const train = (seed, model) =>
      withTrainer({ model: { ...smallModel, ...model }, data: smallData, seed }, (trainer) => {
        trainer.step(10);
        return trainer.snapshot();
      });
    const first = await train(1, { dropout: 0.1 });
    expect(await train(1, { dropout: 0.1 })).toEqual(first);
    expect(await train(2, { dropout: 0.1 })).not.toEqual(first);
    expect(await train(1, { dropout: 0 })).not.toEqual(first);
  });

  test('a saved run resumes bit for bit; its weights are a safetensors file', async () => {
    const config = { model: { ...smallModel, dropout: 0.1, feedforwardDim: 24 }, data: smallData, seed: 3 };
    await withTrainer(config, async (trainer) => {
      trainer.step(5);
      const file = trainer.save();
      trainer.step(5);
      await withTrainer({ ...config, seed: 3 }, (other) => {
        other.load(file);
        expect(other.steps).toBe(5);
        other.step(5);
        expect(other.snapshot()).toEqual(trainer.snapshot());
      });
      const wrong = { ...config, model: { ...smallModel, dropout: 0.1 } };
      await withTrainer(wrong, (other) => {
        const before = other.snapshot();
        expect(() => other.load(file)).toThrow('weights: metadata: model.feedforwardDim: expected 0, got 24');
        expect(() => other.load(file.subarray(0, 100))).toThrow('weights: expected a safetensors file');
        expect(() => other.load('x')).toThrow("file: expected a Uint8Array or an ArrayBuffer, got the string 'x'");
        expect(other.snapshot()).toEqual(before);
      });
    });
  });

  test('a run is not loaded into another model with parameters of the same shapes', async () => {
    const file = await withTrainer({ model: smallModel, data: smallData }, (trainer) => trainer.save());
    const load = (model, changed = file) =>
      withTrainer({ model: { ...smallModel, ...model }, data: smallData }, (trainer) => trainer.load(changed));
    const wrong = (model, message) => expect(load(model)).rejects.toThrow(`weights: metadata: model.${message}`);
    await wrong({ numHeads: 4 }, 'numHeads: expected 4, got 2');
    await wrong({ causal: false }, 'causal: expected false, got true');
    await wrong({ scale: 1 }, 'scale: expected 1, got 0.3535533845424652');
    await wrong({ activation: 'relu' }, "activation: expected relu, got the string 'gelu'");
    await load({ dropout: 0.1 });
    const without = Buffer.from(file);
    without.write('"made_":', without.indexOf('"model":'));
    await expect(load({}, without)).rejects.toThrow(
      'weights: metadata: model: expected that of a saved trainer, got undefined',
    );
  });

  test('a snapshot restores the weights', async () => {
    await withTrainer({ model: smallModel, data: smallData }, (trainer) => {
      const before = trainer.snapshot();
      const batch = smallData(() => 0.4);
      const { loss } = trainer.evaluate(batch);
      trainer.step(3);
      expect(trainer.evaluate(batch).loss).not.toBe(loss);
      trainer.restore(before);
      expect(trainer.evaluate(batch).loss).toBe(loss);
      expect(joined(trainer.parameters)).toEqual([...before]);
      expect(() => trainer.restore(before.subarray(1))).toThrow(/^snapshot: expected the \d+ numbers/);
      expect(() => trainer.restore(before.map(() => NaN))).toThrow(about('snapshot: decoder.tokens.weight[0, 0]', NaN));
    });
  });

  test('after a restore the optimizer starts over: the first update moves no weight by more than the learning rate', async () => {
    const optimizer = { learningRate: 1e-3, warmupSteps: 0, weightDecay: 0 };
    await withTrainer({ model: smallModel, data: smallData, optimizer }, async (trainer) => {
      trainer.step(200);
      const before = trainer.snapshot();
      trainer.restore(before);
      expect(trainer.step().step).toBe(201);
      const moved = trainer.snapshot().map((value, at) => Math.abs(value - before[at]));
      expect(Math.max(...moved)).toBeCloseTo(1e-3, 6);
      await withTrainer({ model: smallModel, data: smallData, optimizer }, (other) => {
        other.load(trainer.save()); // the optimizer has received one gradient in 201 steps
        expect([other.step(3), other.snapshot()]).toEqual([trainer.step(3), trainer.snapshot()]);
      });
    });
  });

  test('stepAsync equals step, in slices; an abort ends at a complete step', async () => {
    const config = { model: smallModel, data: smallData };
    const expected = await withTrainer(config, (trainer) => [trainer.step(40), trainer.snapshot()]);
    await withTrainer(config, async (trainer) => {
      const shares = [];
      const report = await trainer.stepAsync(40, { onProgress: (done) => shares.push(done) });
      expect([report, trainer.snapshot()]).toEqual(expected);
      expect(shares.at(-1)).toBe(1);
      const controller = new AbortController();
      const pending = trainer.stepAsync(1e6, { signal: controller.signal, onProgress: () => controller.abort() });
      await expect(pending).rejects.toThrow(/abort/i);
      expect(trainer.steps).toBeGreaterThan(40);
      expect(trainer.step().step).toBe(trainer.steps);
      const disposed = trainer.stepAsync(1e6);
      trainer.dispose();
      await expect(disposed).rejects.toThrow('this trainer has been disposed of');
    });
  });

  test('memory stays constant from the first step on', async () => {
    await withTrainer({ model: { ...smallModel, feedforwardDim: 32 }, data: smallData }, (trainer) => {
      trainer.step();
      trainer.evaluate(smallData(() => 0.4));
      const before = trainer.heapSize;
      trainer.step(200);
      trainer.evaluate(smallData(() => 0.4));
      expect(trainer.heapSize).toBe(before);
    });
  });

  test('a batch too large for the memory is rejected; the run continues as if it had not been tried', async () => {
    const tokens = 40_000; // the weights, [tokens, tokens], would take 6.4 GB
    const ids = new Int32Array(tokens);
    const long = { inputs: ids, targets: ids, batch: 1, tokens };
    const short = smallData(() => 0.4);
    let next = short;
    const config = { model: { ...smallModel, numHeads: 1, maxTokens: tokens, positions: 'none' }, data: () => next };
    const expected = await withTrainer(config, (trainer) => [trainer.step(2), trainer.snapshot()]);
    await withTrainer(config, (trainer) => {
      trainer.step();
      const [before, heap] = [trainer.snapshot(), trainer.heapSize];
      next = long;
      for (const call of [() => trainer.step(), () => trainer.evaluate(long)]) {
        expect(call).toThrow(/^out of memory: .* \[40000, 40000\] needs 6400000000 bytes/);
        expect(trainer.snapshot()).toEqual(before);
        expect(trainer.heapSize).toBeLessThanOrEqual(heap);
      }
      next = short;
      expect([trainer.step(), trainer.snapshot()]).toEqual(expected);
    });
  });
});
