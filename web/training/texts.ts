// The texts of the page on which a model is trained, as each language fills them in.
/// <reference types="vite/types/importMeta.d.ts" />
import type { ExperimentName } from './experiments.js';
import type { MeasureName } from './measures.js';
import type { Settings } from './settings.js';
import type { TaskName } from './tasks/task.js';
import type { Language } from '../locales/index.js';
import type { NumberFormat } from '../locales/number-format.js';

export interface TaskTexts {
  name: string;
  /** What is trained, in a line. */
  rule: string;
  /** What to watch, in a line. */
  watch: string;
  /** What a head must do to solve it. */
  job: string;
  /** The moment in which a head does it, as a label in a chart; null: no one head does it. */
  moment: string | null;
}

export interface ExperimentTexts {
  name: string;
  question: string;
  answers: readonly string[];
  /** Why it comes out as it does. */
  why: string;
}

export interface Measured {
  steps: number;
  accuracy: string;
  loss: string;
  /** Accuracy when the model writes on its own. */
  generated: string;
}

export interface TrainingTexts extends NumberFormat {
  tasks: Record<TaskName, TaskTexts>;
  taskLabel: string;
  play: string;
  playOn: string;
  pause: string;
  step: string;
  restart: string;
  loading: string;
  status: {
    step: string;
    right: string;
    loss: string;
    chance: (share: string) => string;
    speed: (steps: string) => string;
  };
  /** What has been learned so far; sentences with `between` between them. */
  now: {
    untrained: (accuracy: string) => string;
    guessing: string;
    /** Of a head on target in a model that is hardly ever right. */
    unused: (head: string, share: string) => string;
    /** Of a text, in which no one head does the job. */
    reading: string;
    formed: (step: number, head: string, share: string) => string;
    solved: (step: number) => string;
    /** Why it has paused by itself. */
    enough: string;
    between: string;
  };
  timeline: {
    name: string;
    live: string;
    value: (step: number, accuracy: string) => string;
    compare: string;
    noCompare: string;
    comparing: (shown: number, reference: number) => string;
  };
  heads: {
    name: string;
    head: (layer: number, head: number) => string;
    measures: Record<MeasureName, string>;
    measureHelp: Record<MeasureName, string>;
    /** Of a matrix, for those who do not see it. */
    described: (head: string, measure: string, share: string) => string;
    /** Of the head that does the job. */
    formed: string;
    measured: string;
    outline: string;
    cell: (query: string, key: string, weight: string) => string;
    hint: string;
    masked: string;
  };
  samples: { name: string; legend: string; right: (right: number, counted: number) => string };
  charts: {
    step: (step: number) => string;
    loss: string;
    accuracy: string;
    best: (measure: string) => string;
    chance: string;
    before: string;
    gradientNorm: string;
    weightNorm: string;
    solved: string;
    more: string;
  };
  announce: {
    started: string;
    paused: (step: number, accuracy: string) => string;
    moment: (step: number, head: string, share: string) => string;
    solved: (step: number) => string;
  };
  settings: {
    name: string;
    labels: Record<Exclude<keyof Settings, 'task' | 'text'>, string>;
    positions: Record<Settings['positions'], string>;
    attentionOnly: string;
    parameters: (count: string) => string;
    usual: string;
  };
  text: { name: string; hint: string; use: string; written: string; sample: string };
  experiments: {
    name: string;
    intro: string;
    predict: string;
    try: string;
    again: string;
    running: Record<'baseline' | 'changed', (step: number, steps: number) => string>;
    /** Of the matrices of the two runs. */
    ends: Record<'baseline' | 'changed', string>;
    baseline: (measured: Measured) => string;
    changed: (measured: Measured) => string;
    diverged: (step: number) => string;
    right: string;
    wrong: string;
    each: Record<ExperimentName, ExperimentTexts>;
  };
  diverged: (step: number) => string;
  ranAway: (step: number) => string;
  /** After that: a new run with the learning rate of the task. */
  calmer: (learningRate: number) => string;
  failed: (message: string) => string;
  exports: {
    name: string;
    openLab: string;
    closeLab: string;
    video: string;
    makingVideo: (done: string) => string;
    files: string;
    hint: string;
    failed: (message: string) => string;
  };
}

const TEXTS = import.meta.glob<TrainingTexts>('../locales/*/pages/training.ts', { import: 'training' });

export const loadTrainingTexts = (language: Language): Promise<TrainingTexts> =>
  TEXTS[`../locales/${language}/pages/training.ts`]!();
