// Messages between the page and the worker that holds the model.
import type { HttpFault } from '../../engine/weights/http-source.js';

export type Message =
  | { readonly id: number; readonly kind: 'request'; readonly name: string; readonly argument: unknown }
  /** Message that aborts a request in progress. */
  | { readonly id: number; readonly kind: 'abort' };

export type Reply =
  /** Message about the progress of a request: the completed share, from 0 to 1, and the result so far. */
  | { readonly id: number; readonly kind: 'progress'; readonly done: number; readonly partial?: unknown }
  | { readonly id: number; readonly kind: 'result'; readonly result: unknown }
  | ({ readonly id: number; readonly kind: 'error' } & Failure);

/** An error in the worker, in the form in which it is sent to the page. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  /** Reason why a server did not deliver a file of a model; null for any other error. */
  readonly fault: HttpFault | null;
}

/** One end of the channel between page and worker: a Worker, a worker's global scope, or a MessagePort. */
export interface Port {
  postMessage: (message: unknown) => void;
  onmessage: ((event: MessageEvent) => void) | null;
}

/** The page's end of the channel to the worker: a Worker, or a MessagePort with the same methods. */
export interface StartedPort extends Port {
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror?: ((event: MessageEvent) => void) | null;
  terminate: () => void;
}
