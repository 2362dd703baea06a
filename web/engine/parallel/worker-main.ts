// Message handler of a worker.
import { createHalfHandler } from '../training/half-worker.js'; // imported first, for the reason given in that file
import { instantiate } from '../runtime/wasm-module.js';
import { help } from './helper-main.js';
import { WorkItemRunner } from './work-item-runner.js';
import type { HelperInit, InitMessage, WorkerReply, WorkMessage } from './messages.js';
import type { HalfReply, HalfRequest, TrainingInit } from '../training/half-messages.js';

const asError = (error: unknown) =>
  error instanceof Error ? { name: error.name, message: error.message } : { name: 'Error', message: String(error) };

/** Throws outside any promise, which crashes the worker and notifies the engine. */
const crash = (error: unknown) =>
  queueMicrotask(() => {
    throw error;
  });

type Message = InitMessage | WorkMessage | HelperInit | TrainingInit | HalfRequest;

/** Creates the handler of all messages; the first message determines the worker's role. */
export function createMessageHandler(
  reply: (reply: WorkerReply | HalfReply, transfer: ArrayBuffer[]) => void,
): (message: Message) => void {
  let handle: ((message: never) => void) | null = null;
  return (message) => {
    handle ??=
      'model' in message
        ? createHalfHandler(reply)
        : 'memory' in message
          ? (init: HelperInit) => void help(init, reply).catch(crash)
          : createAttentionHandler(reply);
    handle(message as never);
  };
}

function createAttentionHandler(
  reply: (reply: WorkerReply, transfer: ArrayBuffer[]) => void,
): (message: InitMessage | WorkMessage) => void {
  let runner: Promise<WorkItemRunner>;
  const work = (runner: WorkItemRunner, { job, batch }: WorkMessage) => {
    try {
      if (job) runner.begin(job);
      runner.compute(batch.items);
      reply(
        { results: batch.items.map(({ output, weights }) => ({ output, weights })), buffers: batch.buffers },
        batch.buffers.map(({ buffer }) => buffer),
      );
    } catch (error) {
      reply({ error: asError(error) }, []);
    }
  };
  return (message) => {
    if ('compiled' in message) {
      runner = instantiate(message.compiled).then((module) => {
        reply({ ready: true }, []);
        return new WorkItemRunner(module);
      });
      runner.catch(crash);
    } else {
      runner.then(
        (ready) => work(ready, message),
        () => undefined, // the worker has crashed
      );
    }
  };
}
