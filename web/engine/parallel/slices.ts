// Tasks on this thread, a bundle at a time: in between, the page can draw, and the reader can cancel.
import { PartAttention } from './part-attention.js';
import { Spares } from './spares.js';
import type { Module } from '../load.js';
import type { Task } from './task.js';

/** Lets everything that waits for this thread have its turn. */
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Computes a task's bundles. */
export async function computeInSlices(module: Module, task: Task): Promise<void> {
  const attention = new PartAttention(module);
  const spares = new Spares();
  try {
    attention.begin(task.job);
    let held = -1;
    while (task.waits) {
      const { bundle, keyHead } = task.next(held, spares);
      held = keyHead;
      const done = attention.compute(bundle);
      task.take(bundle.parts, bundle.numbers);
      for (const array of [bundle.numbers, ...done]) spares.give(array);
      await turn();
    }
  } catch (error) {
    task.fail(error);
  } finally {
    attention.dispose();
  }
  return task.finished;
}
