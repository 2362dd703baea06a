// Messages between the page and the training worker.
import type { Point } from '../history.js';
import type { Settings } from '../settings.js';
import type { Snapshot } from './snapshot.js';

/** The trained model, in Hugging Face's format. */
export interface SavedModel {
  /** model.safetensors, with the state of the optimizer. */
  weights: Uint8Array<ArrayBuffer>;
  config: Readonly<Record<string, unknown>>;
}

export type Request =
  /** Replaces the run by a new one with random weights. */
  | { kind: 'create'; run: number; settings: Settings }
  /** Trains up to a step; Infinity: until `pause`. */
  | { kind: 'play'; until: number }
  | { kind: 'pause' }
  | { kind: 'step' }
  | { kind: 'save' };

export type Reply = { run: number } & (
  | { kind: 'created'; snapshot: Snapshot; parameters: number }
  | { kind: 'progress'; points: Point[]; snapshots: Snapshot[]; stepsPerSecond: number }
  /** Training has stopped, at its end or by `pause`. */
  | { kind: 'paused'; snapshot: Snapshot; generated: number; written: string | null }
  /** The loss became infinite or NaN. */
  | { kind: 'diverged'; step: number }
  | ({ kind: 'saved' } & SavedModel)
  /** Any other error. */
  | { kind: 'failed'; message: string }
);
