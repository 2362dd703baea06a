// Messages between the page and the training worker.
import type { Point } from '../history.js';
import type { Settings } from '../settings.js';
import type { Snapshot } from './snapshot.js';

/** The trained model, in Hugging Face's format. */
export interface SavedModel {
  /** The file model.safetensors, including the state of the optimizer. */
  weights: Uint8Array<ArrayBuffer>;
  config: Readonly<Record<string, unknown>>;
}

export type Request =
  /** Replaces the run with a new run, which begins with random weights. */
  | { kind: 'create'; run: number; settings: Settings }
  /** Trains up to a step; with Infinity, until `pause`. */
  | { kind: 'play'; until: number }
  | { kind: 'pause' }
  | { kind: 'step' }
  | { kind: 'save' };

export type Reply = { run: number } & (
  | { kind: 'created'; snapshot: Snapshot; parameters: number }
  | { kind: 'progress'; points: Point[]; snapshots: Snapshot[]; stepsPerSecond: number }
  /** Training has stopped, because the step was reached or because of `pause`. */
  | { kind: 'paused'; snapshot: Snapshot; generated: number; written: string | null }
  /** The loss became infinite or NaN. */
  | { kind: 'diverged'; step: number }
  | ({ kind: 'saved' } & SavedModel)
  /** Any other error. */
  | { kind: 'failed'; message: string }
);
