// Messages between the page and the worker that holds the model.
import type { HttpFault } from '../../engine/weights/http-source.js';

export type Message =
  | { readonly id: number; readonly name: string; readonly argument: unknown }
  /** Ends a request that is under way. */
  | { readonly id: number; readonly abort: true };

export type Reply =
  /** The completed share, from 0 to 1, and what is known so far. */
  | { readonly id: number; readonly kind: 'progress'; readonly done: number; readonly partial?: unknown }
  | { readonly id: number; readonly kind: 'result'; readonly result: unknown }
  | ({ readonly id: number; readonly kind: 'error' } & Failure);

/** An error of the worker. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  /** Reason that a server did not give a file; null: it is no failure of a server. */
  readonly fault: HttpFault | null;
}

/** One end of the channel: a worker, its global scope, or a MessagePort. */
export interface Port {
  postMessage: (message: unknown) => void;
  onmessage: ((event: MessageEvent) => void) | null;
}

/** A worker, or what stands for one. */
export interface StartedPort extends Port {
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror?: ((event: MessageEvent) => void) | null;
  terminate: () => void;
}
