// Settings of a training run. One table of allowed values defines the controls, the URL parameters and the trainer's
// options.
import { POSITIONS, TASK_NAMES, type Task, type TaskDefaults, type TaskName } from './tasks/task.js';
import { taskOf } from './tasks/index.js';
import type { TrainerConfig } from '../engine/training/trainer.js';

export interface Settings extends TaskDefaults {
  task: TaskName;
  /** Text on which the model is trained in the task `text`. */
  text: string;
  seed: number;
  /** True if attention scores are divided by √d, where d is the dimension of a head. */
  scaling: boolean;
  causal: boolean;
}

export const CHOICES = {
  task: TASK_NAMES,
  layers: [1, 2, 3, 4],
  numHeads: [1, 2, 4, 8],
  embedDim: [16, 32, 64, 128, 256],
  feedforwardDim: [0, 64, 128, 256],
  learningRate: [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 1, 10, 100, 1000],
  batch: [1, 4, 8, 16, 32, 64],
  positions: POSITIONS,
} as const;
type ChoiceName = keyof typeof CHOICES;
const CHOICE_NAMES = Object.keys(CHOICES) as ChoiceName[];

export const SWITCHES = ['scaling', 'causal'] as const;
export const MAX_SEED = 2 ** 31 - 1;
const DEFAULT_TASK: TaskName = 'induction';
/** Maximum length, in characters, of a text that is written to a URL, since servers reject long URLs. */
const MAX_ADDRESSED_TEXT = 1000;

/** Default settings for a task, with which it is solved quickly. */
export function defaultSettings(task: TaskName, text = ''): Settings {
  return { task, text, seed: 0, scaling: true, causal: true, ...taskOf(task, text).defaults };
}

export const taskOfSettings = ({ task, text }: Settings): Task => taskOf(task, text);

/** Options of the engine's trainer that follow from the settings; they lack only the training data. */
export function configOf(settings: Settings, task: Task): Omit<TrainerConfig, 'data'> {
  const { layers, numHeads, embedDim, feedforwardDim, positions, causal, learningRate, seed } = settings;
  return {
    model: {
      shape: task.sourceTokens === undefined ? 'decoder' : 'encoder-decoder',
      vocabularySize: task.vocabulary.length,
      maxTokens: task.tokens,
      layers,
      numHeads,
      embedDim,
      feedforwardDim,
      positions,
      causal,
      ...(settings.scaling ? {} : { scale: 1 }),
    },
    optimizer: { learningRate, warmupSteps: 100 },
    seed,
  };
}

/**
 * Writes settings as URL parameters. Settings that are the task's defaults and texts that are too long are left out.
 */
export function toParameters(settings: Settings): URLSearchParams {
  const usual = defaultSettings(settings.task, settings.text);
  const parameters = new URLSearchParams();
  if (settings.task !== DEFAULT_TASK) parameters.set('task', settings.task);
  if (settings.text !== '' && settings.text.length <= MAX_ADDRESSED_TEXT) parameters.set('text', settings.text);
  for (const name of CHOICE_NAMES) {
    if (name !== 'task' && settings[name] !== usual[name]) parameters.set(name, String(settings[name]));
  }
  for (const name of SWITCHES) if (!settings[name]) parameters.set(name, 'off');
  if (settings.seed !== 0) parameters.set('seed', String(settings.seed));
  return parameters;
}

/** Reads settings from URL parameters. Missing, unknown or invalid values are replaced with defaults. */
export function fromParameters(parameters: URLSearchParams): Settings {
  const named = parameters.get('task');
  const task = TASK_NAMES.find((name) => name === named) ?? DEFAULT_TASK;
  const settings: Settings = defaultSettings(task, task === 'text' ? (parameters.get('text') ?? '') : '');
  for (const name of CHOICE_NAMES) {
    const allowed: readonly (string | number)[] = CHOICES[name];
    const chosen = allowed.find((value) => String(value) === parameters.get(name));
    if (chosen !== undefined) Object.assign(settings, { [name]: chosen });
  }
  for (const name of SWITCHES) if (parameters.get(name) === 'off') settings[name] = false;
  const seed = Number(parameters.get('seed'));
  if (Number.isInteger(seed) && seed >= 0 && seed <= MAX_SEED) settings.seed = seed;
  return settings;
}
