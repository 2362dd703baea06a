// A training run, as in the page's worker, with a stub trainer.
import { DivergenceError } from 'attention-spotlight';
import { RunLog } from '../../../web/training/run/run-log.js';
import { accuracyInGeneration, probeOf, takeSnapshot } from '../../../web/training/run/snapshot.js';
import { TrainingRun } from '../../../web/training/run/training-run.js';
import { defaultSettings, taskOfSettings } from '../../../web/training/settings.js';
import { IGNORED_TARGET } from '../../../web/training/tasks/task.js';

const settings = defaultSettings('induction');
const task = taskOfSettings(settings);
const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Stub trainer whose model predicts the token that `say` returns for a sequence and a position; by default, token 0.
 */
function trainerThat({ say = () => 0, divergesAt = Infinity, accuracy = 0.5 } = {}) {
  let steps = 0;
  let isDisposed = false;
  return {
    get steps() {
      return steps;
    },
    async stepAsync() {
      if (isDisposed) throw new Error('this trainer has been disposed of');
      if (steps + 1 >= divergesAt) throw new DivergenceError(steps + 1, 'the loss is not finite');
      await nextTurn(); // lets a worker compute its half of the batch
      steps++;
      return { step: steps, loss: 1 / steps, accuracy: 0.5, gradientNorm: 1, weightNorm: 2 };
    },
    evaluate({ inputs, batch, tokens }) {
      const { length } = task.vocabulary;
      const logits = new Float32Array(batch * tokens * length);
      for (let at = 0; at < batch * tokens; at++) {
        const sequence = [...inputs.subarray(at - (at % tokens), at - (at % tokens) + tokens)];
        logits[at * length + say(sequence, at % tokens)] = 1;
      }
      const weights = Array.from({ length: 2 }, () => ({
        data: new Float32Array(4 * tokens ** 2),
        shape: [4, tokens, tokens],
      }));
      return { loss: 1, accuracy, logits: { data: logits }, weights: { encoder: [], self: weights, cross: [] } };
    },
    snapshot: () => new Float32Array(7),
    save: () => new Uint8Array(3),
    modelConfig: () => ({ model_type: 'spotlight' }),
    dispose: () => (isDisposed = true),
  };
}

async function runWith(trainer) {
  const replies = [];
  const run = await TrainingRun.create(
    () => Promise.resolve(trainer),
    settings,
    (reply) => replies.push(reply),
  );
  return { run, replies, kinds: () => replies.map(({ kind }) => kind) };
}

test('shows the untrained model, trains until a step, and reports its status', async () => {
  const { run, replies, kinds } = await runWith(trainerThat());
  expect(replies[0]).toMatchObject({ kind: 'created', parameters: 7, snapshot: { step: 0 } });
  await run.play(23);
  expect(kinds().at(-1)).toBe('paused');
  const points = replies.flatMap((reply) => reply.points ?? []);
  expect(points.map(({ step }) => step)).toEqual(Array.from({ length: 23 }, (_, at) => at + 1));
  const snapshots = replies.flatMap((reply) => reply.snapshots ?? []).map(({ step }) => step);
  expect(snapshots).toEqual([5, 10, 15, 20]);
  expect(replies.at(-1).snapshot.step).toBe(23);
});

test('pauses after a complete step, and resumes', async () => {
  const { run, replies, kinds } = await runWith(trainerThat());
  const playing = run.play(Infinity);
  run.pause();
  await playing;
  const { step } = replies.at(-1).snapshot;
  expect(step).toBeGreaterThan(0);
  await run.step();
  expect(kinds().slice(-2)).toEqual(['progress', 'paused']);
  expect(replies.at(-1).snapshot.step).toBe(step + 1);
  run.pause(); // if nothing is running, pause() reports the status
  expect(replies.at(-1)).toMatchObject({ kind: 'paused', snapshot: { step: step + 1 } });
});

test('continues when asked to before it has paused', async () => {
  const { run, replies } = await runWith(trainerThat());
  const playing = run.play(Infinity);
  run.pause();
  await run.play(7);
  await playing;
  expect(replies.filter(({ kind }) => kind === 'paused')).toHaveLength(1);
  expect(replies.at(-1).snapshot.step).toBe(7);
});

test('a replaced run reports nothing more', async () => {
  const { run, replies } = await runWith(trainerThat());
  const playing = run.play(Infinity);
  run.dispose();
  const before = replies.length;
  await playing;
  await run.play(Infinity);
  expect(replies.slice(before).map(({ kind }) => kind)).not.toContain('paused');
});

test('a loss that is not finite ends the run, with the step', async () => {
  const { run, replies } = await runWith(trainerThat({ divergesAt: 38 }));
  await run.play(Infinity);
  expect(replies.at(-1)).toEqual({ kind: 'diverged', step: 38 });
  const log = new RunLog(settings);
  for (const reply of replies) log.receive(reply);
  expect(log.status).toBe('diverged');
  expect(log.result).toMatchObject({ divergedAt: 38, steps: 38 });
  expect(log.curves.points.at(-1).step).toBe(37);
});

test('a loss far above that of the untrained model is recorded with its first step', () => {
  const log = new RunLog(settings);
  const untrained = takeSnapshot(trainerThat(), task, probeOf(task)); // an untrained model with a loss of 1
  log.receive({ kind: 'created', snapshot: untrained, parameters: 7 });
  const points = (from, ...losses) =>
    losses.map((loss, at) => ({ step: from + at, loss, accuracy: 0, gradientNorm: 1, weightNorm: 2 }));
  const progress = { kind: 'progress', snapshots: [], stepsPerSecond: 1 };
  log.receive({ ...progress, points: points(1, 1, 2, 10) });
  expect(log.explodedAt).toBeNull();
  log.receive({ ...progress, points: points(4, 9, 10.1, 3) });
  log.receive({ ...progress, points: points(7, 500) });
  expect(log.explodedAt).toBe(5);
});

test('the accuracy of a run equals that on the timeline, while playing and when paused', async () => {
  const { run, replies } = await runWith(trainerThat({ accuracy: 0.25 }));
  await run.play(23);
  const log = new RunLog(settings);
  log.status = 'playing';
  for (const reply of replies.slice(1, -1)) log.receive(reply);
  expect(log.curves.points.at(-1).accuracy).toBe(0.5); // the accuracy for the training batch
  expect(log.measured).toEqual({ loss: log.last.loss, accuracy: 0.25 });
  log.receive(replies.at(-1));
  expect(log.measured).toEqual({ loss: log.last.loss, accuracy: 0.25 });
  expect(log.result.accuracy).toBe(log.last.accuracy);
});

test('other errors are not mistaken for divergence', async () => {
  const trainer = trainerThat();
  trainer.stepAsync = () => Promise.reject(new Error('out of memory'));
  const { run } = await runWith(trainer);
  await expect(run.play(1)).rejects.toThrow('out of memory');
});

test('in generation, a model that copies the next token is wrong, and a trained one is right', () => {
  const probe = probeOf(task);
  const copies = trainerThat({ say: (sequence, at) => sequence[at + 1] ?? 0 });
  expect(accuracyInGeneration(copies, task, probe)).toBeLessThan(0.2);
  const induces = (sequence, at) => {
    const before = sequence.indexOf(sequence[at]);
    return before < at ? sequence[before + 1] : 0;
  };
  // With a causal mask, the accuracy in generation equals that in prediction, since both see the same tokens.
  expect(accuracyInGeneration(trainerThat({ say: induces }), task, probe)).toBe(1);
});

test('the probe is always the same, and its first sequence has right and wrong answers', () => {
  expect(probeOf(task)).toEqual(probeOf(task));
  expect(probeOf(task).first.targets.filter((target) => target !== IGNORED_TARGET).length).toBeGreaterThan(8);
});
