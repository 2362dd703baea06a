// The page's connection to the worker: starts the worker, sends requests to it and receives its replies.
import { startWorker } from './start-worker.js';
import type { Argument, RequestName, Result } from './requests.js';
import type { Message, Reply, StartedPort } from './messages.js';

export interface AskOptions {
  signal?: AbortSignal;
  /**
   * Called when the worker reports progress.
   * @param done completed share of the request, from 0 to 1
   * @param partial the result so far
   */
  onProgress?: (done: number, partial: never) => void;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly onProgress: AskOptions['onProgress'];
}

/** Error that rejects all requests when the worker has crashed. Its model is lost. */
export class CrashError extends Error {
  override readonly name = 'CrashError';
}

export class Client {
  readonly #start: () => StartedPort;
  readonly #onCrash: (error: CrashError) => void;
  #port: StartedPort | null = null;
  #last = 0;
  readonly #waiting = new Map<number, Waiting>();

  /**
   * Creates a connection that starts the worker with the first request.
   * @param onCrash called once per crash of the worker; the next request starts a new one
   */
  constructor(onCrash: (error: CrashError) => void, start: () => StartedPort = startWorker) {
    this.#start = start;
    this.#onCrash = onCrash;
  }

  /**
   * Sends a request that does not belong to a view. TypeScript infers the types of its argument and its result from its
   * name.
   */
  ask<Name extends RequestName>(name: Name, argument: Argument<Name>, options: AskOptions = {}): Promise<Result<Name>> {
    return this.send(name, argument, options) as Promise<Result<Name>>;
  }

  /**
   * Sends a request by its name.
   * @throws the error that the worker reports; the signal's reason if aborted; CrashError if the worker crashes
   */
  send(name: string, argument: unknown, { signal, onProgress }: AskOptions): Promise<unknown> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress });
      signal?.addEventListener('abort', () => {
        if (!this.#waiting.delete(id)) return;
        this.#post({ id, kind: 'abort' });
        reject(signal.reason as Error);
      });
      this.#post({ id, kind: 'request', name, argument });
    });
  }

  /** Terminates the worker, which frees its memory, and rejects pending requests. */
  dispose(): void {
    this.#end(new CrashError('the worker has been ended'));
  }

  #post(message: Message): void {
    this.#port ??= this.#started();
    this.#port.postMessage(message);
  }

  #started(): StartedPort {
    const port = this.#start();
    const crash = (message: string) => {
      if (port !== this.#port) return;
      const error = new CrashError(message);
      this.#end(error);
      this.#onCrash(error);
    };
    port.onmessage = ({ data }: MessageEvent<Reply>) => this.#receive(data);
    port.onmessageerror = () => crash('a message could not be read');
    port.onerror = (event) => {
      event.preventDefault();
      crash(event.message || 'the worker could not be loaded');
    };
    return port;
  }

  #receive(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    if (!waiting) return; // the request was aborted
    if (reply.kind === 'progress') {
      waiting.onProgress?.(reply.done, reply.partial as never);
      return;
    }
    this.#waiting.delete(reply.id);
    if (reply.kind === 'result') waiting.resolve(reply.result);
    else waiting.reject(Object.assign(new Error(reply.message), { name: reply.name, fault: reply.fault }));
  }

  #end(error: CrashError): void {
    this.#port?.terminate();
    this.#port = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}
