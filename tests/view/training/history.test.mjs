// The recorded history of a training run (curves and snapshots) has a limited size, and keeps the important points.
import { Curves, snapshotInterval, thinned } from '../../../web/training/history.js';
import { newMoments } from '../../../web/training/run/moments.js';

const point = (step, loss = step) => ({ step, loss, accuracy: 0, gradientNorm: 1, weightNorm: 1 });

test('curves of 10,000 steps have at most 240 points, each the mean of its steps', () => {
  const curves = new Curves();
  for (let step = 1; step <= 10_000; step++) curves.add(point(step));
  expect(curves.points.length).toBeLessThanOrEqual(240);
  expect(curves.points.length).toBeGreaterThan(100);
  const steps = curves.points.map(({ step }) => step);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(steps.at(-1)).toBeGreaterThan(9900);
  const width = steps[1] - steps[0];
  for (const { step, loss } of curves.points.slice(1, -1))
    expect(Math.abs(loss - (step - (width - 1) / 2))).toBeLessThan(width);
});

test('snapshots are few and at fixed steps, including the first and the last', () => {
  let snapshots = [];
  for (let step = 0; step <= 5000; step++) {
    if (step % snapshotInterval(step) === 0) snapshots = thinned([...snapshots, { step }]);
    expect(snapshots.length).toBeLessThanOrEqual(65);
  }
  expect(snapshots[0].step).toBe(0);
  expect(snapshots.at(-1).step).toBe(4960);
  expect(thinned([{ step: 0 }, { step: 5 }, { step: 7 }])).toEqual([{ step: 0 }, { step: 5 }, { step: 7 }]);
});

describe('moments', () => {
  const none = { job: 0, prefix: 0, previous: 0, duplicate: 0 };
  const snapshot = (step, accuracy, first, second) => ({
    step,
    accuracy,
    measures: [[none, { ...none, ...first }], [{ ...none, ...second }]],
  });

  const untrained = snapshot(0, 0.05, { job: 0.1 }, {});

  test('mark the first head that does more of the job than by chance, and the solution of the task', () => {
    const past = [];
    const see = (each) => past.push(...newMoments(each, untrained, past));
    see(snapshot(5, 0.1, {}, {}));
    see(snapshot(10, 0.3, { previous: 0.6 }, { job: 0.24 })); // barely above the score before training
    expect(past).toEqual([]);
    see(snapshot(15, 0.4, { previous: 0.7 }, { job: 0.26 }));
    see(snapshot(20, 0.97, { previous: 0.9 }, { job: 0.9 }));
    see(snapshot(25, 0.99, { previous: 0.9 }, { job: 0.95 }));
    expect(past).toEqual([
      { name: 'job', step: 15, head: { layer: 1, head: 0, score: 0.26 } },
      { name: 'solved', step: 20, head: null },
    ]);
  });

  test('ignore a head that seems to do the job while the model guesses', () => {
    expect(newMoments(snapshot(5, 0.05, {}, { job: 0.9 }), untrained, [])).toEqual([]);
  });

  test('require training: random weights that happen to do the job do not count', () => {
    expect(newMoments(snapshot(0, 1, { previous: 1 }, { job: 1 }), untrained, [])).toEqual([]);
  });
});
