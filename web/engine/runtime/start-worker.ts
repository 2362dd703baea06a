// Interface of the engine's workers, in a browser or in Node.

export interface WorkerHandle {
  post(message: object, transfer: ArrayBuffer[]): void;
  /** Sets whether the worker is idle. In Node, an idle worker does not keep the process from exiting. */
  setIdle(idle: boolean): void;
  terminate(): void;
}

/**
 * Starts a worker. `onCrash` is called if it fails to start or ends by itself. The type of its replies depends on the
 * requests.
 */
export type StartWorker = (onReply: (reply: never) => void, onCrash: (reason: string) => void) => WorkerHandle;

/** Warns the developer that workers are unavailable, and suggests what to do. */
export function reportUnavailable(problem: string): void {
  console.warn(
    `attention-spotlight: ${problem}. Asynchronous calls compute on this thread, in time slices. ` +
      'configure({ workerUrl }) says where dist/engine/worker.js is; createEngine({ workers: 0 }) does without',
  );
}
