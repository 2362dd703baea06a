// A training task: sequences, the targets to predict in them, and the positions that a head must attend to.
import type { Pair } from '../measures.js';
import type { TrainingBatch } from '../../engine/training/trainer.js';

export const TASK_NAMES = ['induction', 'repeat', 'lookup', 'reverse', 'sort', 'translate', 'text'] as const;
export type TaskName = (typeof TASK_NAMES)[number];

/** Returns uniform random numbers in [0, 1). */
export type Random = () => number;

/** One training sequence, with as many targets as inputs. */
export interface Example {
  inputs: readonly number[];
  /** Token to predict at each position; −1 for a position that is not counted. */
  targets: readonly number[];
  /** Input of the encoder, for an encoder–decoder. */
  sources?: readonly number[];
}

export const POSITIONS = ['learned', 'sinusoidal', 'rotary', 'none'] as const;
export type Positions = (typeof POSITIONS)[number];

/** Settings of model and optimizer with which the task is solved quickly. */
export interface TaskDefaults {
  layers: number;
  numHeads: number;
  embedDim: number;
  /** Width of the feed-forward layers; 0 for attention-only blocks. */
  feedforwardDim: number;
  positions: Positions;
  learningRate: number;
  batch: number;
}

export interface Task {
  readonly name: TaskName;
  /** Texts of the tokens, in order of their ids. */
  readonly vocabulary: readonly string[];
  /** Number of tokens of every example. */
  readonly tokens: number;
  /** Number of the encoder's tokens; set only for an encoder–decoder. */
  readonly sourceTokens?: number;
  /** Accuracy of guessing, 0 … 1. */
  readonly chance: number;
  readonly defaults: TaskDefaults;
  example: (random: Random) => Example;
  /**
   * Pairs of query and key that a head must attend to; in an encoder–decoder, in cross-attention. Empty if no single
   * position is right.
   */
  attended: (example: Example) => readonly Pair[];
}

/** Target of a position that is not counted. */
export const IGNORED_TARGET = -1;

export function batchOf(task: Task, size: number, random: Random): TrainingBatch {
  return toBatch(Array.from({ length: size }, () => task.example(random)));
}

/** Combines examples into a batch. @param examples at least one example, all of the same length */
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
