// Starts a worker as the host of the user's model. Bundlers find the worker's file by the literal URL.
import { wrap } from 'comlink';
import type { MaybeAsync } from '../../element/source/answer.js';
import type { ModelHost } from './model-host.js';

export interface StartedHost {
  readonly host: MaybeAsync<ModelHost>;
  /** Promise that is never fulfilled, and is rejected if the worker crashes. */
  readonly crashed: Promise<never>;
  /** Terminates the worker, which frees the model's memory. */
  readonly end: () => void;
}

export function startHost(): StartedHost {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  const crashed = new Promise<never>((_, reject) => {
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(event.message || 'the worker could not be loaded'));
    };
  });
  return { host: wrap<ModelHost>(worker), crashed, end: () => worker.terminate() };
}
