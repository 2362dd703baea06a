// Settings of a training run: their URL parameters, and the trainer's config that they give.
import {
  CHOICES,
  configOf,
  defaultSettings,
  fromParameters,
  taskOfSettings,
  toParameters,
} from '../../../web/training/settings.js';
import { EXPERIMENT_NAMES, EXPERIMENTS } from '../../../web/training/experiments.js';
import { TASK_NAMES } from '../../../web/training/tasks/task.js';
import { trainingTextsIn } from '../locales/texts.mjs';

const read = (query) => fromParameters(new URLSearchParams(query));

test('the default without parameters is induction with its fast settings; its URL is empty', () => {
  expect(read('')).toEqual(defaultSettings('induction'));
  expect(toParameters(defaultSettings('induction')).toString()).toBe('');
});

test('every value of every setting survives a round trip through the URL', () => {
  for (const task of TASK_NAMES) {
    for (const [name, values] of Object.entries(CHOICES).filter(([each]) => each !== 'task')) {
      for (const value of values) {
        const settings = { ...defaultSettings(task), [name]: value };
        expect(read(toParameters(settings).toString())).toEqual(settings);
      }
    }
    const settings = { ...defaultSettings(task), scaling: false, causal: false, seed: 17 };
    expect(read(toParameters(settings).toString())).toEqual(settings);
  }
});

test('a text survives a round trip through the URL unless it is long', () => {
  const settings = defaultSettings('text', '木兰 & <b>?=');
  expect(read(toParameters(settings).toString())).toEqual(settings);
  expect(toParameters(defaultSettings('text', 'x'.repeat(1001))).has('text')).toBe(false);
});

test.each([
  'task=nothing',
  'layers=7',
  'numHeads=-1',
  'learningRate=NaN',
  'positions=',
  'seed=1.5',
  'seed=-1',
  'causal=maybe',
])('an invalid value falls back to the default: %s', (query) =>
  expect(read(query)).toEqual(defaultSettings('induction')),
);

test('the defaults of every task are valid choices, and each has a complete config', () => {
  for (const name of TASK_NAMES) {
    const settings = defaultSettings(name);
    for (const [each, values] of Object.entries(CHOICES)) expect(values).toContain(settings[each]);
    const task = taskOfSettings(settings);
    const { model } = configOf(settings, task);
    expect(model.embedDim % model.numHeads).toBe(0);
    expect(model).toMatchObject({ vocabularySize: task.vocabulary.length, maxTokens: task.tokens, causal: true });
    expect(model.scale).toBeUndefined();
    expect(configOf({ ...settings, scaling: false }, task).model.scale).toBe(1);
  }
});

test('an experiment changes one thing and has an answer for each outcome', () => {
  for (const name of EXPERIMENT_NAMES) {
    const { baseline, changed, answer } = EXPERIMENTS[name];
    expect(Object.keys(baseline).filter((each) => baseline[each] !== changed[each])).toHaveLength(1);
    const good = { steps: 1, loss: 0.1, accuracy: 1, generated: 1, divergedAt: null };
    for (const outcome of [
      good,
      { ...good, generated: 0 },
      { ...good, accuracy: 0.05, generated: 0 },
      { ...good, divergedAt: 3 },
    ]) {
      for (const { experiments } of Object.values(trainingTextsIn)) {
        expect(experiments.each[name].answers[answer(good, outcome)]).toBeDefined();
      }
    }
  }
});
