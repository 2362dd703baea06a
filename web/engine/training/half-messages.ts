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

/**
 * Later messages from the trainer to the worker, one per training step: the model's weights, and the whole batch.
 */
export interface HalfRequest {
  kind: 'half';
  /** Number of completed training steps, on which the dropout masks depend. */
  steps: number;
  batch: CheckedBatch;
  /** All weights of the model. The buffer returns with the gradients. */
  numbers: Float32Array<ArrayBuffer>;
}

/** Results of the worker for the second half of a batch. */
export interface Half {
  /** Contribution of the second half to the batch's mean loss; `accuracy`: to its accuracy. */
  loss: number;
  accuracy: number;
  /** Contribution of the second half to the gradients of all parameters. */
  numbers: Float32Array<ArrayBuffer>;
}

/**
 * Messages from the worker to the trainer. 'ready': the worker is initialized; 'half': results for half of a batch;
 * 'failure': the reason why the worker cannot compute.
 */
export type HalfReply = { kind: 'ready' } | ({ kind: 'half' } & Half) | { kind: 'failure'; reason: string };
