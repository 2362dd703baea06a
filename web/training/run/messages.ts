// Messages between the page and the training worker: requests of the page, and replies of the worker.
import type { Point } from '../history.js';
import type { Settings } from '../settings.js';
import type { Snapshot } from './snapshot.js';

/** Contents of the files of a trained model, in Hugging Face's format. */
export interface SavedModel {
  /** Contents of the file model.safetensors, which includes the state of the optimizer. */
  weights: Uint8Array<ArrayBuffer>;
  config: Readonly<Record<string, unknown>>;
}

export type Request =
  /** Request to replace the training run with a new one, which begins with random weights. */
  | { kind: 'create'; run: number; settings: Settings }
  /** Request to train up to a step; `until` is Infinity to train until `pause`. */
  | { kind: 'play'; until: number }
  | { kind: 'pause' }
  | { kind: 'step' }
  | { kind: 'save' };

export type Reply = { run: number } & (
  | { kind: 'created'; snapshot: Snapshot; parameters: number }
  | { kind: 'progress'; points: Point[]; snapshots: Snapshot[]; stepsPerSecond: number }
  /** Reply that training has paused, because it has reached the step or received `pause`. */
  | { kind: 'paused'; snapshot: Snapshot; generated: number; written: string | null }
  /** Reply that training has ended because the loss has become infinite or NaN. */
  | { kind: 'diverged'; step: number }
  | ({ kind: 'saved' } & SavedModel)
  /** Reply that any other error has occurred. */
  | { kind: 'failed'; message: string }
);
