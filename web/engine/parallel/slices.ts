// Tasks on this thread, a bundle at a time: in between, the page can draw, and the reader can cancel.
import { PartAttention } from './part-attention.js';
import type { Module } from '../load.js';
import type { Task } from './task.js';

/** Lets everything that waits for this thread have its turn, again and again. */
class Turns {
  readonly #channel = new MessageChannel();

  next(): Promise<unknown> {
    const { port1, port2 } = this.#channel;
    return new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  }

  end(): void {
    this.#channel.port1.close();
  }
}

/** Computes what of a task nobody else has taken. */
export async function computeInSlices(module: Module, task: Task): Promise<void> {
  const attention = new PartAttention(module);
  const turns = new Turns();
  try {
    attention.begin(task.job);
    let held = -1;
    while (task.waits) {
      const { parts, keyHead } = task.next(held);
      held = keyHead;
      attention.compute(parts);
      task.done(parts);
      await turns.next();
    }
  } catch (error) {
    task.fail(error);
  } finally {
    turns.end();
    attention.dispose();
  }
  return task.finished;
}
