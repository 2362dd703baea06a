// Computes attention tasks on the calling thread, one batch at a time, and handles queued events between batches.
import { EventLoop } from '../core/event-loop.js';
import { WorkItemRunner } from './work-item-runner.js';
import type { Module } from '../runtime/wasm-module.js';
import type { Task } from './task.js';

/** Computes the batches of a task that no worker has taken. */
export async function computeInSlices(module: Module, task: Task): Promise<void> {
  const runner = new WorkItemRunner(module);
  const eventLoop = new EventLoop();
  try {
    runner.begin(task.job);
    let heldHead = -1;
    while (task.hasPending) {
      const next = task.next(heldHead);
      heldHead = next.keyValueHead;
      runner.compute(next.items);
      task.complete(next.items);
      await eventLoop.yield();
    }
  } catch (error) {
    task.fail(error);
  } finally {
    eventLoop.close();
    runner.dispose();
  }
  return task.finished;
}
