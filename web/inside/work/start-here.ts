// Takes the place of start-worker.ts in the page of one file: a page from the disk has no other file for a worker.
import { serve } from './serve.js';
import type { StartedPort } from './messages.js';

export const IS_APART = false;

export function startWorker(): StartedPort {
  const { port1, port2 } = new MessageChannel();
  serve(port2);
  return Object.assign(port1, { onerror: null, terminate: () => [port1, port2].forEach((port) => port.close()) });
}
