// Replaces start-worker.ts in the single-file page, in which the worker has no file of its own: its code runs on the
// page's thread.
import { serve } from './serve.js';
import type { StartedPort } from './messages.js';

export const IS_APART = false;

export function startWorker(): StartedPort {
  const { port1, port2 } = new MessageChannel();
  serve(port2);
  return Object.assign(port1, { onerror: null, terminate: () => [port1, port2].forEach((port) => port.close()) });
}
