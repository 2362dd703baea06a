// Interface of the engine's workers, in a browser or in Node.

export interface WorkerHandle {
  post(message: object, transfer: ArrayBuffer[]): void;
  /** Tells if the worker is idle. In Node, an idle worker does not keep the process from exiting. */
  setIdle(idle: boolean): void;
  terminate(): void;
}

/**
 * Function that starts a worker. It calls `onReply` with each message from the worker, whose type depends on the
 * requests, and `onCrash` if the worker fails to start or ends by itself.
 */
export type StartWorker = (onReply: (reply: never) => void, onCrash: (reason: string) => void) => WorkerHandle;

/** Warns the developer that workers are unavailable, and suggests what to do. */
export function reportUnavailable(problem: string): void {
  console.warn(
    `attention-spotlight: ${problem}. Asynchronous calls compute on this thread, in time slices. ` +
      'configure({ workerUrl }) says where dist/engine/worker.js is; createEngine({ workers: 0 }) does without',
  );
}
