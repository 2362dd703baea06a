// Starts one of the engine's workers in Node.
import { Worker } from 'node:worker_threads';
import { urlOfWorker } from '../package-files.js';
import type { StartWorker } from '../runtime/start-worker.js';

/**
 * Options of the `Worker` constructor. If Node runs a program from a string, the worker must not inherit its flag
 * `--input-type`, which workers do not accept.
 */
const OPTIONS = process.execArgv.some((flag) => flag.startsWith('--input-type')) ? { execArgv: [] } : {};

export const startWorker: StartWorker = (onReply, onCrash) => {
  const worker = new Worker(urlOfWorker() ?? new URL('./worker-node.js', import.meta.url), OPTIONS);
  worker.on('message', (reply) => onReply(reply as never));
  worker.on('error', (error) => onCrash(error.message));
  worker.on('exit', (code) => onCrash(`it exited with code ${code}`));
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    setIdle: (idle) => (idle ? worker.unref() : worker.ref()),
    terminate: () => void worker.terminate(),
  };
};
