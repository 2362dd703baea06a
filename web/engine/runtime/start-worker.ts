// A worker as seen by the engine, in a browser or in Node.

export interface WorkerHandle {
  post(message: object, transfer: ArrayBuffer[]): void;
  /** An idle worker does not keep the process alive (Node). */
  setIdle(idle: boolean): void;
  terminate(): void;
}

/**
 * Starts a worker. `onCrash` is called if it cannot start or ends on its own. The type of its replies depends on the
 * requests.
 */
export type StartWorker = (onReply: (reply: never) => void, onCrash: (reason: string) => void) => WorkerHandle;

/** Tells the developer that there are no workers and what to do. */
export function reportUnavailable(problem: string): void {
  console.warn(
    `attention-spotlight: ${problem}. Asynchronous calls compute on this thread, in time slices. ` +
      'configure({ workerUrl }) says where dist/engine/worker.js is; createEngine({ workers: 0 }) does without',
  );
}
