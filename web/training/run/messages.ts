// What the page and the worker that trains say to each other.
import type { Point } from '../history.js';
import type { Settings } from '../settings.js';
import type { Snapshot } from './snapshot.js';

/** The model as it is now. */
export interface SavedModel {
  /** model.safetensors, with the state of the optimizer. */
  weights: Uint8Array<ArrayBuffer>;
  /** config.json */
  config: Readonly<Record<string, unknown>>;
}

export type Request =
  /** A new run from random weights; replaces the one before. */
  | { kind: 'create'; run: number; settings: Settings }
  /** Trains until a step; Infinity: until `pause`. */
  | { kind: 'play'; until: number }
  | { kind: 'pause' }
  | { kind: 'step' }
  | { kind: 'save' };

export type Reply = { run: number } & (
  | { kind: 'created'; snapshot: Snapshot; parameters: number }
  | { kind: 'progress'; points: Point[]; snapshots: Snapshot[]; stepsPerSecond: number }
  /** Training has stopped, at its end or by `pause`. */
  | { kind: 'paused'; snapshot: Snapshot; generated: number; written: string | null }
  /** The loss was not finite. */
  | { kind: 'diverged'; step: number }
  | ({ kind: 'saved' } & SavedModel)
  /** Anything else that went wrong. */
  | { kind: 'failed'; message: string }
);
