// Types of a training task, which defines sequences, the tokens to predict in them, and the positions that a head must
// attend to.
import type { Pair } from '../measures.js';
import type { TrainingBatch } from '../../engine/training/trainer.js';

export const TASK_NAMES = ['induction', 'repeat', 'lookup', 'reverse', 'sort', 'translate', 'text'] as const;
export type TaskName = (typeof TASK_NAMES)[number];

/** Generator of uniform random numbers in [0, 1). */
export type Random = () => number;

/** One training sequence: as many targets as input tokens. */
export interface Example {
  inputs: readonly number[];
  /** Id of the token to predict at each position; −1 at positions that do not count. */
  targets: readonly number[];
  /** Ids of the encoder's input tokens; set only for an encoder-decoder. */
  sources?: readonly number[];
}

export const POSITIONS = ['learned', 'sinusoidal', 'rotary', 'none'] as const;
export type Positions = (typeof POSITIONS)[number];

/** Settings of the model and the optimizer with which a task is solved quickly. */
export interface TaskDefaults {
  layers: number;
  numHeads: number;
  embedDim: number;
  /** Width of the feed-forward layers; 0 for blocks with attention only. */
  feedforwardDim: number;
  positions: Positions;
  learningRate: number;
  batch: number;
}

export interface Task {
  readonly name: TaskName;
  /** Texts of the tokens, in order of their ids. */
  readonly vocabulary: readonly string[];
  /** Number of tokens in every example, in an encoder-decoder those of the decoder. */
  readonly tokens: number;
  /** Number of the encoder's tokens in every example; set only for an encoder-decoder. */
  readonly sourceTokens?: number;
  /** Accuracy of a model that guesses, from 0 to 1. */
  readonly chance: number;
  readonly defaults: TaskDefaults;
  example: (random: Random) => Example;
  /**
   * Returns the pairs of query and key to which a head must attend to solve the task, in an encoder-decoder in
   * cross-attention. Empty if the task has no single right position.
   */
  attended: (example: Example) => readonly Pair[];
}

/** Target at a position that does not count in loss and accuracy. */
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
