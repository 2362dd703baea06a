// Messages between a trainer and the worker that computes the second half of each batch.
import type { CheckedBatch } from './training-batch.js';
import type { TrainerModel } from './trainer.js';

/** First message from the trainer to the worker: the compiled training module, and the model's description. */
export interface TrainingInit {
  kind: 'training';
  training: WebAssembly.Module;
  model: Required<TrainerModel>;
  seed: number;
}

/** Later messages from the trainer to the worker: the weights, and the batch of the next step. */
export interface HalfRequest {
  kind: 'half';
  /** Number of completed training steps, on which the dropout masks depend. */
  steps: number;
  batch: CheckedBatch;
  /** All of the model's weights; the buffer returns with the gradients. */
  numbers: Float32Array<ArrayBuffer>;
}

/** The worker's results for the second half of a batch. */
export interface Half {
  /** Contributions of this half to the means over the whole batch. */
  loss: number;
  accuracy: number;
  /** Gradients of all parameters. */
  numbers: Float32Array<ArrayBuffer>;
}

/**
 * Messages from the worker to the trainer: it is initialized; the results for half of a batch; or the reason for a
 * failure.
 */
export type HalfReply = { kind: 'ready' } | ({ kind: 'half' } & Half) | { kind: 'failure'; reason: string };
