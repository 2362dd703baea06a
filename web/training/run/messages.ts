// Messages between the page and the training worker.
import type { Point } from '../history.js';
import type { Settings } from '../settings.js';
import type { Snapshot } from './snapshot.js';

/** The trained model, in Hugging Face's format. */
export interface SavedModel {
  /** The file model.safetensors, which includes the optimizer's state. */
  weights: Uint8Array<ArrayBuffer>;
  config: Readonly<Record<string, unknown>>;
}

export type Request =
  /** Message that replaces the run with a new one, which begins with random weights. */
  | { kind: 'create'; run: number; settings: Settings }
  /** Message that starts training up to a step, or with Infinity until `pause`. */
  | { kind: 'play'; until: number }
  | { kind: 'pause' }
  | { kind: 'step' }
  | { kind: 'save' };

export type Reply = { run: number } & (
  | { kind: 'created'; snapshot: Snapshot; parameters: number }
  | { kind: 'progress'; points: Point[]; snapshots: Snapshot[]; stepsPerSecond: number }
  /** Message that training has stopped, because it has reached the step or received `pause`. */
  | { kind: 'paused'; snapshot: Snapshot; generated: number; written: string | null }
  /** Message that the loss has become infinite or NaN. */
  | { kind: 'diverged'; step: number }
  | ({ kind: 'saved' } & SavedModel)
  /** Message about any other error. */
  | { kind: 'failed'; message: string }
);
