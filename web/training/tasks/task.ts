// What a task is: sequences to learn from, what is to be predicted in them, and where a head must attend to solve it.
import type { Pair } from '../measures.js';
import type { TrainingBatch } from '../../engine/training/trainer.js';

export const TASK_NAMES = ['induction', 'repeat', 'lookup', 'reverse', 'sort', 'translate', 'text'] as const;
export type TaskName = (typeof TASK_NAMES)[number];

/** Uniform random numbers in [0, 1). */
export type Random = () => number;

/** One sequence: as many inputs as targets. */
export interface Example {
  inputs: readonly number[];
  /** What to predict at each token; −1: not counted. */
  targets: readonly number[];
  /** What the encoder of an encoder–decoder reads. */
  sources?: readonly number[];
}

export const POSITIONS = ['learned', 'sinusoidal', 'rotary', 'none'] as const;
export type Positions = (typeof POSITIONS)[number];

/** The model and the optimizer that solve a task fast. */
export interface TaskDefaults {
  layers: number;
  numHeads: number;
  embedDim: number;
  /** 0: blocks of attention only. */
  feedforwardDim: number;
  positions: Positions;
  learningRate: number;
  batch: number;
}

export interface Task {
  readonly name: TaskName;
  /** How each token is written. */
  readonly vocabulary: readonly string[];
  /** Tokens of every example. */
  readonly tokens: number;
  /** Tokens that an encoder reads; only then the model is an encoder–decoder. */
  readonly sourceTokens?: number;
  /** The accuracy of guessing, 0 … 1. */
  readonly chance: number;
  readonly defaults: TaskDefaults;
  example: (random: Random) => Example;
  /** Where a head must attend to solve the task, in cross-attention where there is an encoder; none where no one place is the right one. */
  attended: (example: Example) => readonly Pair[];
}

/** The target of a token whose prediction is not counted. */
export const UNCOUNTED = -1;

/** Examples as the trainer takes them. */
export function batchOf(task: Task, size: number, random: Random): TrainingBatch {
  return toBatch(Array.from({ length: size }, () => task.example(random)));
}

/** @param examples of one length, at least one */
export function toBatch(examples: readonly Example[]): TrainingBatch {
  return {
    inputs: Int32Array.from(examples.flatMap(({ inputs }) => inputs)),
    targets: Int32Array.from(examples.flatMap(({ targets }) => targets)),
    batch: examples.length,
    tokens: examples[0]!.inputs.length,
    ...(examples[0]!.sources && {
      sources: Int32Array.from(examples.flatMap(({ sources = [] }) => sources)),
      sourceTokens: examples[0]!.sources.length,
    }),
  };
}
