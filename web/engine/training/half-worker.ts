// Code of the worker that computes loss and gradients of the second half of a trainer's batches. It keeps nothing from
// one batch to the next, so that the trainer may compute a half itself at any time. The worker script imports this file
// first, so that the nearly identical glue code of its two modules is close together: gzip's window is 32 KB.
// Otherwise, the compressed file would be a quarter larger.
import { instantiateTraining } from './training-module.js';
import { instantiateWith } from '../runtime/wasm-module.js';
import { allocateTraining, writeBatch, type TrainingMemory } from './training-memory.js';
import type { HalfReply, HalfRequest, TrainingInit } from './half-messages.js';

/** Creates the function that handles the trainer's messages in the worker. */
export function createHalfHandler(
  reply: (reply: HalfReply, transfer: ArrayBuffer[]) => void,
): (message: TrainingInit | HalfRequest) => void {
  let memory: TrainingMemory;
  const start = async ({ training, model, seed }: TrainingInit) => {
    memory = allocateTraining(await instantiateTraining(training, { instantiateWith }), model, seed);
    reply({ kind: 'ready' }, []);
  };
  const fail = (error: unknown) => reply({ kind: 'failure', reason: String(error) }, []);
  return (message) => {
    if (message.kind === 'training') {
      start(message).catch(fail);
      return;
    }
    try {
      const { numbers } = message;
      compute(memory, message);
      numbers.set(memory.tensors.view('gradients'));
      const { session } = memory;
      reply({ kind: 'half', loss: session.loss(), accuracy: session.accuracy(), numbers }, [numbers.buffer]);
    } catch (error) {
      fail(error);
    }
  };
}

function compute(memory: TrainingMemory, { steps, batch, numbers }: HalfRequest): void {
  const { session, tensors } = memory;
  tensors.view('values').set(numbers);
  session.useValues();
  session.setSteps(steps, 0);
  writeBatch(memory, batch);
  session.computeHalf(1);
}
