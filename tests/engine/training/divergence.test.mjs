// Divergence in training: the step is rejected, and the trainer keeps its previous state.
import { DivergenceError } from 'attention-spotlight';
import { BUILDS, engines } from '../engines.mjs';
import { about } from '../../about.mjs';

const model = { vocabularySize: 8, layers: 1, numHeads: 2, embedDim: 8, feedforwardDim: 8, maxTokens: 8 };

const data = (random) => {
  const tokens = () => Int32Array.from({ length: 32 }, () => Math.floor(8 * random()));
  return { inputs: tokens(), targets: tokens(), batch: 4, tokens: 8 };
};
/** Wraps a source of batches so that the last batch is recorded. */
const recorded = (source) => {
  const record = { last: null, data: (random) => (record.last = source(random)) };
  return record;
};
const isFinite = (array) => array.every(Number.isFinite);

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];
  const withTrainer = async (config, work) => {
    const trainer = await engine.createTrainer({ model, data, ...config });
    try {
      return await work(trainer);
    } finally {
      trainer.dispose();
    }
  };

  const optimizers = [
    { learningRate: 1e10 },
    { learningRate: 1e20 },
    { learningRate: 3e38 },
    { learningRate: 1e5, clipNorm: 0 },
    { learningRate: 1, weightDecay: 1e30 },
    { learningRate: 1, weightDecay: 3e38 },
    { learningRate: 1e18, beta1: 0, beta2: 0 },
    { learningRate: 3e38, warmupSteps: 1e9 },
    { learningRate: 1e-3, epsilon: 1e-45 },
  ];
  const models = [{}, { scale: 1e30 }, { scale: 3e38 }, { norm: 'rms' }, { activation: 'swiglu', layers: 3 }];
  const cases = optimizers.flatMap((optimizer) => models.map((changed) => [optimizer, changed]));

  test.each(cases)(
    '%j, %j: finite numbers, or an error that leaves everything unchanged',
    async (optimizer, changed) => {
      const batches = recorded(data);
      const config = {
        model: { ...model, ...changed },
        data: batches.data,
        optimizer: { warmupSteps: 0, ...optimizer },
      };
      await withTrainer(config, (trainer) => {
        for (let step = 1; step <= 12; ++step) {
          const before = trainer.save();
          try {
            expect(isFinite(Object.values(trainer.step()))).toBe(true);
          } catch (error) {
            expect(error).toBeInstanceOf(DivergenceError);
            expect(error.step).toBe(step);
            expect(error.message).toMatch(`step ${step}: expected `);
            expect(trainer.save()).toEqual(before);
            expect(trainer.steps).toBe(step - 1);
            return;
          }
          expect(isFinite(trainer.snapshot())).toBe(true);
          // The weights after an accepted step are usable: the loss of the same batch is finite.
          expect(Number.isFinite(trainer.evaluate(batches.last).loss)).toBe(true);
        }
      });
    },
  );

  test('the error is thrown by the step that breaks the weights', async () => {
    for (const learningRate of [1e10, 1e30]) {
      await withTrainer({ optimizer: { learningRate, warmupSteps: 0 } }, (trainer) => {
        const before = trainer.snapshot();
        expect(() => trainer.step()).toThrow(
          /^step 1: expected weights from which .*; the weights are those before this/,
        );
        expect(trainer.snapshot()).toEqual(before);
      });
    }
  });

  test('a trainer before such a step can continue with a smaller learning rate', async () => {
    await withTrainer({ optimizer: { learningRate: 1e30, warmupSteps: 0 } }, async (wild) => {
      expect(() => wild.step(100)).toThrow(/ A smaller learning rate than 1e\+30 may help$/);
      await withTrainer({}, (trainer) => {
        trainer.load(wild.save());
        expect(trainer.step(100).loss).toBeLessThan(3);
      });
    });
  });

  test('restore and load reject weights with non-finite results, by name', async () => {
    await withTrainer({}, (trainer) => {
      trainer.step(3);
      const [weights, state] = [trainer.snapshot(), trainer.save()];
      const changed = (at, value) => weights.with(at, value);
      const name = 'decoder.0.feed_forward.linear1.weight';
      let at = 0;
      for (const [each, { data: values }] of Object.entries(trainer.parameters)) {
        if (each === name) break;
        at += values.length;
      }
      expect(() => trainer.restore(changed(at + 9, NaN))).toThrow(
        `snapshot: ${name}[1, 1]: expected a finite number, got NaN`,
      );
      expect(() => trainer.restore(changed(at + 9, 2 ** 120))).toThrow(
        `snapshot: ${name}[1, 1]: expected weights from which the model computes finite numbers, got ${2 ** 120}`,
      );
      expect(() => trainer.restore(weights.map((value) => value * 1e25))).toThrow(/^snapshot: .* got -?\d\.\d+e\+25$/);
      expect(trainer.save()).toEqual(state);

      const withMetadata = (replace) => {
        const length = Number(new DataView(state.buffer).getBigUint64(0, true));
        const header = new TextDecoder().decode(state.subarray(8, 8 + length));
        const written = new TextEncoder().encode(replace(header).padEnd(length + 64));
        const file = new Uint8Array(8 + written.length + state.length - 8 - length);
        new DataView(file.buffer).setBigUint64(0, BigInt(written.length), true);
        file.set(written, 8);
        file.set(state.subarray(8 + length), 8 + written.length);
        return file;
      };
      expect(() => trainer.load(withMetadata((header) => header.replace('"steps":"3"', '"steps":"1e15"')))).toThrow(
        about('weights: metadata: steps', 1000000000000000),
      );
      expect(() =>
        trainer.load(withMetadata((header) => header.replace('"momentSteps":"3"', '"momentSteps":"4"'))),
      ).toThrow(about('weights: metadata: momentSteps', 4));
      const numbers = new Float32Array(state.buffer, state.length - 4); // the last second moment
      numbers[0] = -1;
      expect(() => trainer.load(state)).toThrow(/^optimizer\.second_moments\[\d+\]: expected 0 or more, got -1$/);
      expect(trainer.snapshot()).toEqual(weights);
      trainer.step();
    });
  });

  test('an evaluation with logits beyond float32 reports it', async () => {
    const wide = { ...model, vocabularySize: 200, norm: 'rms', activation: 'relu', positions: 'none' };
    await withTrainer({ model: wide }, (trainer) => {
      // Weights with which only token 1 causes an overflow: its embedding alone has a first number other than 0, and
      // the feed-forward layer multiplies that number by 4e18 twice.
      const weights = new Float32Array(trainer.snapshot().length);
      const factorOf = (name, row, column) => {
        if (name.endsWith('tokens.weight')) return Number(column === (row === 1 ? 0 : 1));
        if (name.endsWith('linear1.weight')) return column === 0 ? 4e18 : 0;
        if (name.endsWith('linear2.weight')) return row === 0 ? 4e18 : 0;
        return Number(name.endsWith('norm.weight'));
      };
      let begin = 0;
      for (const [name, { shape }] of Object.entries(trainer.parameters)) {
        const [rows, columns] = shape.length === 1 ? [1, ...shape] : shape;
        for (let at = 0; at < rows * columns; ++at) {
          weights[begin + at] = factorOf(name, Math.floor(at / columns), at % columns);
        }
        begin += rows * columns;
      }
      trainer.restore(weights);
      const tokens = (id) => ({ inputs: Int32Array.of(0, id), targets: Int32Array.of(0, 0), batch: 1, tokens: 2 });
      expect(Number.isFinite(trainer.evaluate(tokens(2)).loss)).toBe(true);
      expect(() => trainer.evaluate(tokens(1))).toThrow(
        /^logits\[0, 1, 0\] is beyond float32: the weights are too large$/,
      );
      expect(Number.isFinite(trainer.evaluate(tokens(2)).loss)).toBe(true);
    });
  });

  test('a learning rate beyond float32 is rejected', async () => {
    await expect(withTrainer({ optimizer: { learningRate: 1e39 } }, () => null)).rejects.toThrow(
      about('optimizer.learningRate', 1e39),
    );
  });
});
