// A trainer with a second worker equals a trainer without one, bit for bit, whatever happens to the worker and whatever
// calls arrive in the meantime.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { jest } from '@jest/globals';
import { DivergenceError } from 'attention-spotlight';
import { engineFactory } from '../../../dist/engine/api/create-engine.js';
import { startWorker } from '../../../dist/engine/parallel/start-worker-node.js';
import { SOME_BUILDS } from '../../engine/engines.mjs';

const read = async (url) => new Uint8Array(await readFile(url)).buffer;

/** Batch size that is odd, so that the halves of a batch differ, and large enough for a worker. */
const [BATCH, TOKENS] = [41, 16];
const MODEL = { vocabularySize: 16, layers: 2, numHeads: 2, embedDim: 32, feedforwardDim: 64, maxTokens: TOKENS };
const isTranslated = { shape: 'encoder-decoder', dropout: 0.1 };

const digestOf = (bytes) => createHash('sha256').update(bytes).digest('hex');

const dataOf = (model, batch = BATCH) => {
  const ids = (random) =>
    Int32Array.from({ length: batch * TOKENS }, () => Math.floor(MODEL.vocabularySize * random()));
  return (random) => ({
    inputs: ids(random),
    targets: ids(random).map((token, at) => (at % 5 === 0 ? -1 : token)),
    batch,
    tokens: TOKENS,
    ...(model.shape === 'encoder-decoder' && { sources: ids(random), sourceTokens: TOKENS }),
  });
};

/**
 * Object that starts the workers of a trainer, counts them and the halves of batches that they return, and gives access
 * to the crash handler of the last one.
 * @param beforeHalf called before a worker's half of a batch arrives
 */
function watchedWorkers(beforeHalf = () => undefined) {
  const seen = { started: 0, halves: 0, crash: null, start: null, isReady: null };
  seen.isReady = new Promise((resolve) => {
    seen.start = (onReply, onCrash) => {
      seen.started++;
      seen.crash = onCrash;
      return startWorker((reply) => {
        if (reply.kind === 'half') {
          seen.halves++;
          beforeHalf(seen.halves);
        }
        onReply(reply);
        if (reply.kind === 'ready') resolve();
      }, onCrash);
    };
  });
  return seen;
}

describe.each(SOME_BUILDS)('%s build', (build) => {
  const disposables = [];
  afterEach(() => disposables.splice(0).forEach((each) => each.dispose()));

  async function trainerWith(start, model = {}, rest = {}) {
    const engine = await engineFactory({ read, startWorker: start })({ build, workers: start ? 1 : 0 });
    const config = {
      model: { ...MODEL, ...model },
      data: rest.data ?? dataOf(model, rest.batch),
      seed: 3,
      optimizer: rest.optimizer,
    };
    const trainer = await engine.createTrainer(config);
    disposables.push(trainer, engine);
    return trainer;
  }

  /** Trainer whose second worker has started. */
  async function sharedTrainer(beforeHalf, model, rest) {
    const workers = watchedWorkers(beforeHalf);
    const trainer = await trainerWith(workers.start, model, rest);
    await trainer.stepAsync(1); // the first step starts the worker
    await workers.isReady;
    return { trainer, workers };
  }

  /** Complete state of a trainer: number of steps, and a digest of weights, optimizer and random numbers. */
  const stateOf = (trainer) => ({ steps: trainer.steps, file: digestOf(trainer.save()) });
  /** Result and state of a trainer without a worker after this number of steps, as the reference. */
  async function alone(steps, model, rest) {
    const trainer = await trainerWith(null, model, rest);
    const report = trainer.step(steps);
    return { report, state: stateOf(trainer), gradients: trainer.gradients };
  }

  test.each([
    ['decoder', { dropout: 0.1 }],
    ['encoder', { shape: 'encoder', dropout: 0.1, norm: 'rms', activation: 'swiglu' }],
    ['encoder-decoder', isTranslated],
    ['without dropout', { positions: 'rotary', tiedHead: true }],
  ])('two workers train to the same weights as one, bit for bit: %s', async (_, model) => {
    const { trainer, workers } = await sharedTrainer(undefined, model);
    const report = await trainer.stepAsync(60);
    expect(workers).toMatchObject({ started: 1, halves: 60 });
    const expected = await alone(61, model);
    expect(report).toEqual(expected.report);
    expect(trainer.gradients).toEqual(expected.gradients);
    expect(stateOf(trainer)).toEqual(expected.state);
  });

  test('a batch of one sequence, or of little work, is not shared', async () => {
    for (const [model, rest] of [
      [{ embedDim: 256 }, { batch: 1 }],
      [{}, { batch: 2 }],
    ]) {
      const workers = watchedWorkers();
      const trainer = await trainerWith(workers.start, model, rest);
      await trainer.stepAsync(3);
      expect(workers.started).toBe(0);
      expect(stateOf(trainer)).toEqual((await alone(3, model, rest)).state);
    }
  });

  describe('a call while a half is pending finds the trainer at a complete step', () => {
    const during = async (call) => {
      let trainer;
      const shared = await sharedTrainer((half) => half === 5 && call(trainer), isTranslated);
      ({ trainer } = shared);
      return { trainer, done: trainer.stepAsync(10) };
    };

    test('steps in between run in turn', async () => {
      const { trainer, done } = await during((running) => running.step(2));
      expect((await done).step).toBe(13);
      expect(stateOf(trainer)).toEqual((await alone(13, isTranslated)).state);
    });

    test('so does another stepAsync', async () => {
      let other;
      const { trainer, done } = await during((running) => (other = running.stepAsync(4)));
      await done; // the other step begins while this step runs
      await other;
      expect(stateOf(trainer)).toEqual((await alone(15, isTranslated)).state);
    });

    test('a saved state resumes bit for bit', async () => {
      let saved;
      const { done } = await during((running) => (saved = running.save()));
      await done;
      const other = await trainerWith(null, isTranslated);
      other.load(saved);
      expect(other.steps).toBe(6);
      other.step(5);
      expect(stateOf(other)).toEqual((await alone(11, isTranslated)).state);
    });

    test('weights that are set stay', async () => {
      const before = (await trainerWith(null, isTranslated)).snapshot();
      let set;
      const { trainer, done } = await during((running) => {
        running.restore(before);
        set = running.snapshot();
      });
      expect((await done).step).toBe(11);
      expect(set).toEqual(before);
      const expected = await trainerWith(null, isTranslated);
      expected.step(6);
      expected.restore(before);
      expected.step(5);
      expect(stateOf(trainer)).toEqual(stateOf(expected));
    });

    test('weights that are set stay when the step makes the memory grow', async () => {
      let [trainer, before, set] = [];
      const [small, large] = [dataOf({}), dataOf({}, 2000)];
      const data = (random) => (trainer ? large : small)(random);
      const restore = () => {
        trainer.restore(before);
        set = trainer.snapshot();
      };
      const shared = await sharedTrainer(restore, {}, { data });
      ({ trainer } = shared);
      before = trainer.snapshot();
      await trainer.stepAsync(1);
      expect(set).toEqual(before);
      expect(shared.workers.halves).toBe(1);
    });

    test('the gradients are those of the whole batch', async () => {
      let gradients;
      const { done } = await during((running) => ({ gradients } = running));
      await done;
      expect(gradients).toEqual((await alone(6, isTranslated)).gradients);
    });

    test('an evaluation, even a failed one, changes nothing', async () => {
      const batch = dataOf(isTranslated)(() => 0.4);
      const { trainer, done } = await during((running) => {
        running.evaluate(batch);
        expect(() => running.evaluate({ ...batch, batch: 2 })).toThrow('batch.targets');
      });
      await done;
      expect(stateOf(trainer)).toEqual((await alone(11, isTranslated)).state);
    });

    test('dispose ends it', async () => {
      const { done } = await during((running) => running.dispose());
      await expect(done).rejects.toThrow('this trainer has been disposed of');
    });

    test('an abort ends it after the step', async () => {
      const controller = new AbortController();
      const { trainer } = await sharedTrainer((half) => half === 5 && controller.abort(), isTranslated);
      await expect(trainer.stepAsync(1e6, { signal: controller.signal })).rejects.toThrow(/abort/i);
      const { steps } = trainer;
      expect(steps).toBeGreaterThanOrEqual(6);
      trainer.step(2);
      expect(stateOf(trainer)).toEqual((await alone(steps + 2, isTranslated)).state);
    });
  });

  describe('training continues without a worker that fails', () => {
    let warn;
    beforeEach(() => (warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)));
    afterEach(() => warn.mockRestore());

    test('it crashes during a computation', async () => {
      const { trainer, workers } = await sharedTrainer((half) => half === 3 && workers.crash('it is gone'));
      const report = await trainer.stepAsync(10);
      expect([report, stateOf(trainer), workers.started]).toEqual([...Object.values(await alone(11)).slice(0, 2), 1]);
      expect(warn.mock.calls).toEqual([[expect.stringMatching(/second worker of a trainer failed: it is gone/)]]);
    });

    test('it cannot be started', async () => {
      const trainer = await trainerWith((_, onCrash) => {
        queueMicrotask(() => onCrash('its file could not be loaded'));
        return { post: () => undefined, setIdle: () => undefined, terminate: () => undefined };
      });
      await trainer.stepAsync(5);
      expect(stateOf(trainer)).toEqual((await alone(5)).state);
      expect(warn.mock.calls).toEqual([[expect.stringMatching(/no worker could be started: its file could not be/)]]);
    });

    test('it lacks memory', async () => {
      const trainer = await trainerWith((onReply) => {
        queueMicrotask(() => onReply({ kind: 'ready' }));
        const fail = () => onReply({ kind: 'failure', reason: 'out of memory' });
        const post = (message) => message.kind === 'half' && queueMicrotask(fail);
        return { post, setIdle: () => undefined, terminate: () => undefined };
      });
      await trainer.stepAsync(5);
      expect(stateOf(trainer)).toEqual((await alone(5)).state);
      expect(warn.mock.calls).toEqual([[expect.stringMatching(/failed: out of memory/)]]);
    });
  });

  test('a diverging step is named, and the trainer keeps its previous state', async () => {
    const rest = { optimizer: { learningRate: 1e5, warmupSteps: 0, clipNorm: 0 } };
    const { trainer } = await sharedTrainer(undefined, {}, rest);
    const error = await trainer.stepAsync(100).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(DivergenceError);
    expect(error).toMatchObject({ name: 'DivergenceError', step: trainer.steps + 1 });
    expect(error.message).toMatch(`step ${error.step}: expected `);
    const expected = await trainerWith(null, {}, rest);
    expect(() => expected.step(100)).toThrow(error.message);
    expect(stateOf(trainer)).toEqual(stateOf(expected));
  });

  test('memory stays constant', async () => {
    const { trainer } = await sharedTrainer();
    await trainer.stepAsync(2);
    const before = trainer.heapSize;
    await trainer.stepAsync(100);
    expect(trainer.heapSize).toBe(before);
  });

  test('the WebAssembly of training is compiled once; after a failure it is loaded again', async () => {
    let reads = 0;
    const counted = (url) => {
      if (!url.href.includes('training')) return read(url);
      return ++reads === 1 ? Promise.reject(new Error('no network')) : read(url);
    };
    // URL that no other test uses, since the module at the usual URL has already been compiled for another test.
    const wasmUrl = (file) => new URL(`../../../dist/engine/wasm/${file}?once`, import.meta.url);
    const engine = await engineFactory({ read: counted, startWorker })({ build, workers: 0, wasmUrl });
    disposables.push(engine);
    const create = () => engine.createTrainer({ model: MODEL, data: dataOf(MODEL) });
    await expect(create()).rejects.toThrow('no network');
    for (let trainers = 0; trainers < 3; trainers++) disposables.push(await create());
    expect(reads).toBe(2);
  });
});
