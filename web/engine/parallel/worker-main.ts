// Handles the messages that a worker receives from the engine.
import { createHalfHandler } from '../training/half-worker.js'; // imported first, for the reason given in that file
import { instantiate } from '../runtime/wasm-module.js';
import { help } from './helper-main.js';
import { WorkItemRunner } from './work-item-runner.js';
import type { HelperInit, InitMessage, WorkerReply, WorkMessage } from './messages.js';
import type { HalfReply, HalfRequest, TrainingInit } from '../training/half-messages.js';

/** Throws an error outside any promise. It crashes the worker, whose error event notifies the engine. */
const crash = (error: unknown) =>
  queueMicrotask(() => {
    throw error;
  });

/**
 * Messages from the engine to a worker: to compute attention, to help a multi-threaded engine, or to share a trainer's
 * batches.
 */
export type Message = InitMessage | WorkMessage | HelperInit | TrainingInit | HalfRequest;

export function createMessageHandler(
  reply: (reply: WorkerReply | HalfReply, transfer: ArrayBuffer[]) => void,
): (message: Message) => void {
  const attend = createAttentionHandler(reply);
  const train = createHalfHandler(reply);
  return (message) => {
    switch (message.kind) {
      case 'init':
      case 'work':
        attend(message);
        break;
      case 'training':
      case 'half':
        train(message);
        break;
      case 'help':
        help(message, reply).catch(crash);
    }
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
        {
          kind: 'results',
          results: batch.items.map(({ output, weights }) => ({ output, weights })),
          buffers: batch.buffers,
        },
        batch.buffers.map(({ buffer }) => buffer),
      );
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      reply({ kind: 'error', name, message }, []);
    }
  };
  return (message) => {
    if (message.kind === 'init') {
      runner = instantiate(message.compiled).then((module) => {
        reply({ kind: 'ready' }, []);
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
