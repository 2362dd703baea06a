// Tasks of the training page: targets are predictable from the positions that the task names.
import { batchOf, TASK_NAMES, IGNORED_TARGET } from '../../../web/training/tasks/task.js';
import { seededRandom } from '../../../web/training/tasks/random.js';
import { taskOf } from '../../../web/training/tasks/index.js';

const TEXT = 'The quick brown fox jumps over the lazy dog, and the dog sleeps on. 狐狸跳过了懒狗。';
const examples = (task, count = 50) => {
  const random = seededRandom(1);
  return Array.from({ length: count }, () => task.example(random));
};
const counted = ({ targets }) => targets.flatMap((target, at) => (target === IGNORED_TARGET ? [] : [[at, target]]));
const named = (name) => taskOf(name, TEXT);

describe.each(TASK_NAMES)('%s', (name) => {
  const task = named(name);

  test('examples have one length, tokens of the vocabulary, and counted targets', () => {
    for (const example of examples(task)) {
      expect(example.inputs).toHaveLength(task.tokens);
      expect(example.targets).toHaveLength(task.tokens);
      expect(counted(example).length).toBeGreaterThan(0);
      for (const token of [...example.inputs, ...counted(example).map(([, target]) => target)]) {
        expect(task.vocabulary[token]).toBeDefined();
      }
    }
  });

  test('equal random numbers give equal batches', () => {
    const batch = () => batchOf(task, 4, seededRandom(7));
    expect(batch()).toEqual(batch());
    expect(batch().inputs).toHaveLength(4 * task.tokens);
    expect(batchOf(task, 4, seededRandom(8))).not.toEqual(batch());
  });

  test('the tokens to attend to come earlier, or are sources', () => {
    for (const example of examples(task)) {
      for (const [query, key] of task.attended(example)) {
        expect(key).toBeLessThanOrEqual(example.sources ? task.sourceTokens - 1 : query);
        expect(key).toBeGreaterThanOrEqual(0);
      }
    }
  });
});

test('translate: each target word is aligned with its own source', () => {
  const task = named('translate');
  const pairs = new Set();
  for (const example of examples(task)) {
    const attended = task.attended(example);
    expect(attended).toHaveLength(5);
    expect(new Set(attended.map(([, key]) => key)).size).toBe(5);
    const words = example.sources.map((token) => task.vocabulary[token]).join(' ');
    expect(words).toMatch(/^[a-z ]+$/);
    pairs.add(attended.map(([, key]) => key).join());
  }
  expect(pairs).toEqual(new Set(['0,4,1,2,3', '1,0,2,3,4']));
});

test.each(['induction', 'repeat', 'lookup', 'reverse', 'sort'])(
  '%s: the token to attend to is the one to predict',
  (name) => {
    const task = named(name);
    for (const example of examples(task)) {
      const pairs = new Map(task.attended(example));
      for (const [at, target] of counted(example)) {
        // Pairs [query, key] of a task name the position at which the target can be read. In the task “induction”, the
        // last token of a period has none: its successor would be at the query itself.
        if (pairs.has(at)) expect(example.inputs[pairs.get(at)]).toBe(target);
        else expect(name).toBe('induction');
      }
    }
  },
);

test('induction: distinct random tokens repeat after 4 to 16 of them', () => {
  const periods = new Set();
  for (const { inputs, targets } of examples(named('induction'), 300)) {
    const period = targets.findIndex((target) => target !== IGNORED_TARGET);
    periods.add(period);
    expect(new Set(inputs.slice(0, period)).size).toBe(period);
    inputs.forEach((token, at) => expect(token).toBe(inputs[at % period]));
  }
  expect(Math.min(...periods)).toBe(4);
  expect(Math.max(...periods)).toBe(16);
});

test('lookup: each letter is queried once, after all of them', () => {
  const { vocabulary, tokens } = named('lookup');
  for (const { inputs, targets } of examples(named('lookup'))) {
    const half = tokens / 2;
    const letters = (from) => inputs.filter((_, at) => at % 2 === 0 && at >= from && at < from + half).toSorted();
    expect(letters(half)).toEqual(letters(0));
    expect(targets.slice(0, half).every((target) => target === IGNORED_TARGET)).toBe(true);
    expect(inputs.every((token, at) => /\d/.test(vocabulary[token]) === (at % 2 === 1))).toBe(true);
  }
});

test('reverse and sort: the tokens after the bar', () => {
  const written = (name) =>
    examples(named(name)).map(({ inputs, targets }) => [
      inputs.slice(0, 8),
      counted({ targets }).map(([, each]) => each),
    ]);
  for (const [given, wanted] of written('reverse')) expect(wanted).toEqual(given.toReversed());
  for (const [given, wanted] of written('sort')) expect(wanted).toEqual(given.toSorted((a, b) => a - b));
});

test('chance is the accuracy of guessing, at most 20%', () => {
  for (const name of TASK_NAMES) {
    const { chance } = named(name);
    expect(chance).toBeGreaterThan(0);
    expect(chance).toBeLessThanOrEqual(0.2);
  }
});

describe('the user’s text', () => {
  test('is read as characters, with white space collapsed', () => {
    const { vocabulary, example } = taskOf('text', 'ab \n\t c'.repeat(30));
    expect(vocabulary.toSorted()).toEqual([' ', 'a', 'b', 'c']);
    const { inputs, targets } = example(seededRandom(1));
    expect(targets.slice(0, -1)).toEqual(inputs.slice(1));
  });

  test.each(['', ' ', 'x', '好'])('may be short: %j', (text) => {
    expect(taskOf('text', text).example(seededRandom(1)).inputs).toHaveLength(48);
  });

  test('may be in any script, with more characters than the vocabulary holds', () => {
    const many = Array.from({ length: 3000 }, (_, at) => String.fromCodePoint(0x4e00 + (at % 900))).join('');
    const { vocabulary, example } = taskOf('text', `${many}🎉`);
    expect(vocabulary).toHaveLength(512);
    expect(vocabulary.at(-1)).toBe('□');
    expect(example(seededRandom(1)).inputs.every((token) => token < 512)).toBe(true);
  });
});
