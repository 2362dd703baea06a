// Options that all asynchronous calls have in common: progress and abort.
import { describe, isA } from './checks.js';

/** Options that all asynchronous calls have in common. */
export interface AsyncOptions {
  /** Called after each part of the computation with the completed share, from 0 to 1. */
  onProgress?: (done: number) => void;
  /** Signal that aborts the computation; the promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
}

export function checkAsyncOptions({ onProgress, signal }: Readonly<Record<string, unknown>>): AsyncOptions {
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw new TypeError(`onProgress: expected a function, got ${describe(onProgress)}`);
  }
  if (signal !== undefined && !isA(signal, AbortSignal)) {
    throw new TypeError(`signal: expected an AbortSignal, got ${describe(signal)}`);
  }
  return { ...(onProgress && { onProgress: onProgress as (done: number) => void }), ...(signal && { signal }) };
}
