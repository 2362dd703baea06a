// Messages between a trainer and the worker that computes the second half of each batch.
import type { CheckedBatch } from './training-batch.js';
import type { TrainerModel } from './trainer.js';

/** Trainer → worker, first message: the compiled training module, and the model. */
export interface TrainingInit {
  kind: 'training';
  training: WebAssembly.Module;
  model: Required<TrainerModel>;
  seed: number;
}

/** Trainer → worker, later messages: the weights, and the batch of the next step. */
export interface HalfRequest {
  kind: 'half';
  /** Number of completed steps, on which the dropout masks depend. */
  steps: number;
  batch: CheckedBatch;
  /** All weights; the buffer returns with the gradients. */
  numbers: Float32Array<ArrayBuffer>;
}

/** Results for the second half of a batch. */
export interface Half {
  /** Contributions to the means over the whole batch. */
  loss: number;
  accuracy: number;
  /** Gradients of all parameters. */
  numbers: Float32Array<ArrayBuffer>;
}

/** Worker → trainer: the worker is initialized; the results of a half; or the reason for a failure. */
export type HalfReply = { kind: 'ready' } | ({ kind: 'half' } & Half) | { kind: 'failure'; reason: string };
