// The messages between a trainer and the worker that computes the second half of its batches.
import type { CheckedBatch } from './training-batch.js';
import type { TrainerModel } from './trainer.js';

/** Trainer → worker, first: the compiled module of training, and what is trained. */
export interface TrainingInit {
  training: WebAssembly.Module;
  model: Required<TrainerModel>;
  seed: number;
}

/** Trainer → worker, then: the weights, and the batch of the next step. */
export interface HalfRequest {
  /** Steps done: the masks of dropout depend on them. */
  steps: number;
  batch: CheckedBatch;
  /** All weights; they come back as the gradients. */
  numbers: Float32Array<ArrayBuffer>;
}

/** What has been computed of the second half of a batch. */
export interface Half {
  /** Its parts of the means over the whole batch. */
  loss: number;
  accuracy: number;
  /** The gradients of all parameters. */
  numbers: Float32Array<ArrayBuffer>;
}

/** Worker → trainer: it is initialized; a half; or why there is none. */
export type HalfReply = { ready: true } | Half | { failure: string };
