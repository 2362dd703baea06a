// Errors in a trainer's config or data are reported and leave the trainer unchanged.
import { BUILDS, engines } from '../engines.mjs';
import { smallData, smallModel } from './repeating-batches.mjs';
import { about } from '../../about.mjs';

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];

  async function withTrainer(config, use) {
    const trainer = await engine.createTrainer(config);
    try {
      return await use(trainer);
    } finally {
      trainer.dispose();
    }
  }

  test.each([
    ['a wrong batch', () => ({ ...smallData(() => 0.4), tokens: 1.5 }), about('data().tokens')],
    [
      'an error of its own',
      () => {
        throw new Error('mine');
      },
      'mine',
    ],
  ])('%s from the data leaves the random state unchanged', async (_, wrong, message) => {
    let isWrong = false;
    const data = (random) => {
      random();
      return isWrong ? wrong() : smallData(random);
    };
    await withTrainer({ model: smallModel, data, seed: 2 }, async (trainer) => {
      trainer.step();
      const before = trainer.save();
      isWrong = true;
      expect(() => trainer.step()).toThrow(message);
      await expect(trainer.stepAsync(1)).rejects.toThrow(message);
      expect(trainer.save()).toEqual(before);
    });
  });

  test('errors in a config or batch are named', async () => {
    const wrong = (model, rest) =>
      expect(engine.createTrainer({ model: { ...smallModel, ...model }, data: smallData, ...rest })).rejects;
    await wrong({ layers: 0 }).toThrow(about('model.layers', 0));
    await wrong({ embedDim: 17 }).toThrow(about('model.embedDim', 17));
    await wrong({ embedDim: 6, positions: 'rotary' }).toThrow(about('model.embedDim'));
    await wrong({ norm: 'batch' }).toThrow(about('model.norm', 'batch'));
    await wrong({ dropout: 1 }).toThrow(about('model.dropout', 1));
    await wrong({ width: 3 }).toThrow("model: unknown option 'width'");
    await wrong({ vocabularySize: 2 ** 31 - 1, embedDim: 64 }).toThrow(
      'out of memory: the parameters [2147483647, 64]',
    );
    await wrong({ vocabularySize: 2 ** 26, embedDim: 64 }).toThrow('out of memory: the parameters');
    await wrong({ maxTokens: 2 ** 30, embedDim: 64 }).toThrow('out of memory: the parameters [1073741824, 64]');
    await wrong({}, { data: [] }).toThrow(about('data', []));
    await wrong({}, { optimizer: { beta1: 1 } }).toThrow(about('optimizer.beta1', 1));
    await wrong({}, { optimizer: { epsilon: 0 } }).toThrow(about('optimizer.epsilon', 0));
    await wrong({ scale: 1e-60 }).toThrow(about('model.scale', 1e-60));
    await wrong({}, { seed: -1 }).toThrow(about('seed', -1));

    const batch = smallData(() => 0.4);
    const step = (changed, model) =>
      withTrainer({ model: { ...smallModel, ...model }, data: () => ({ ...batch, ...changed }) }, (trainer) => {
        const before = trainer.snapshot();
        try {
          trainer.step();
        } finally {
          expect(trainer.snapshot()).toEqual(before);
        }
      });
    const inputs = batch.inputs.slice();
    inputs[13] = 16;
    await expect(step({ inputs })).rejects.toThrow(about('data().inputs[1, 1]', 16));
    await expect(step({ targets: batch.targets.map(() => -1) })).rejects.toThrow(about('data().targets'));
    await expect(step({ tokens: 13 })).rejects.toThrow(about('data().tokens', 13));
    await expect(step({ batch: 5 })).rejects.toThrow(about('data().targets', 48));
    await expect(step({ inputs: [...inputs] })).rejects.toThrow(about('data().inputs', Array(48)));
    await expect(step({ sources: inputs })).rejects.toThrow(about('data().sources'));
    await expect(step({}, { shape: 'encoder-decoder' })).rejects.toThrow(about('data().sourceTokens'));
  });
});
