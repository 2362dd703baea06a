import { Task } from '../../../web/inside/task.js';

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('what is known grows, and the result stays', async () => {
  const seen = [];
  const task = new Task(() => seen.push([task.status, task.done, task.value]));
  task.start('a', async ({ onProgress }) => {
    onProgress(0.5, 'half');
    return 'whole';
  });
  await settled();
  expect(seen).toEqual([
    ['running', 0.5, 'half'],
    ['running', 0.5, 'half'],
    ['done', 0.5, 'whole'],
  ]);
});

test('the same is not computed twice; another one ends the one under way', async () => {
  const task = new Task(() => undefined);
  const signals = [];
  const compute = ({ signal }) => {
    signals.push(signal);
    return new Promise(() => undefined);
  };
  task.start('a', compute);
  task.start('a', compute);
  expect(signals).toHaveLength(1);
  task.start('b', compute);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});

test('what was stopped stays, and is computed again only after a reset', async () => {
  const task = new Task(() => undefined);
  const compute = ({ signal, onProgress }) => {
    onProgress(0.2, 'part');
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  task.start('a', compute);
  task.stop();
  await settled();
  expect([task.status, task.value, task.error]).toEqual(['stopped', 'part', '']);
  task.start('a', compute);
  expect(task.status).toBe('stopped');
  task.reset();
  task.start('a', compute);
  expect(task.status).toBe('running');
});

test('an error is kept as a text, and leaves no value', async () => {
  const task = new Task(() => undefined, true);
  task.start('a', async () => 1);
  await settled();
  task.start('b', async () => {
    throw new RangeError('expected more');
  });
  expect(task.value).toBe(1); // remains until the next value arrives
  await settled();
  expect([task.status, task.error, task.value]).toEqual(['failed', 'expected more', null]);
});
