// Messages between a trainer and the worker that computes the second half of its batches.
import type { CheckedBatch } from './training-batch.js';
import type { TrainerModel } from './trainer.js';

/** Trainer → worker, first: the compiled module of training, and the model. */
export interface TrainingInit {
  training: WebAssembly.Module;
  model: Required<TrainerModel>;
  seed: number;
}

/** Trainer → worker, then: the weights, and the batch of the next step. */
export interface HalfRequest {
  /** Number of steps done, on which the dropout masks depend. */
  steps: number;
  batch: CheckedBatch;
  /** All weights; they return as the gradients. */
  numbers: Float32Array<ArrayBuffer>;
}

/** Results for the second half of a batch. */
export interface Half {
  /** Contributions to the means over the whole batch. */
  loss: number;
  accuracy: number;
  /** The gradients of all parameters. */
  numbers: Float32Array<ArrayBuffer>;
}

/** Worker → trainer: it is initialized; a half; or the reason for its absence. */
export type HalfReply = { ready: true } | Half | { failure: string };
