// Things that an update needs and that may come later: parts of the program that are loaded when they are needed first, as the
// texts of a language or the drawing of a view, and answers of the model. When one has come, the element is updated again.
import { PendingAnswer } from '../source/answer.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Imports a part. A part has one such function, by which it is known. */
export type PartLoader<Part> = () => Promise<Part>;

/** The parts that have been loaded, and those that are being loaded, for all elements of a page. */
const loaded = new Map<PartLoader<unknown>, unknown>();
const loading = new Map<PartLoader<unknown>, Promise<unknown>>();

/** Loads a part once. A browser that failed to may fail again until the page is reloaded: it keeps the failure. */
export function loadPart<Part>(loader: PartLoader<Part>): Promise<Part> {
  const known = loading.get(loader) as Promise<Part> | undefined;
  if (known) return known;
  const promise = loader();
  loading.set(loader, promise);
  promise.then(
    (part) => loaded.set(loader, part),
    () => loading.delete(loader),
  );
  return promise;
}

/** Milliseconds after which a task runs on a page that is never idle, as one that animates all the time. */
const MOST_PATIENCE = 3000;

const whenIdle = (task: () => void): unknown =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(task, { timeout: MOST_PATIENCE }) : setTimeout(task);

/** Loads parts when the browser has nothing else to do, so that nobody waits for them. A failure is an error for who needs it. */
export const preloadParts = (loaders: readonly PartLoader<unknown>[]): unknown =>
  whenIdle(() => loaders.forEach((loader) => void loadPart(loader).catch(() => undefined)));

export class LazyParts implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #failed: (error: unknown) => void;
  /** Loaders and answers that the latest update was missing. */
  #missing = new Set<unknown>();
  readonly #awaited = new Set<unknown>();
  readonly #errors = new Map<unknown, unknown>();
  #hasFirstPicture = false;
  /** Called after the next update. */
  #waiting: (() => void)[] = [];

  /** @param failed called once for each part that cannot be loaded */
  constructor(host: ReactiveControllerHost, failed: (error: unknown) => void) {
    this.#host = host;
    this.#failed = failed;
    host.addController(this);
  }

  /** Begins an update: what it needs is asked for anew. */
  begin(): void {
    this.#missing = new Set();
  }

  /** A part that this update needs; null until it is loaded. Then the host is updated again. */
  use<Part>(loader: PartLoader<Part>): Part | null {
    if (loaded.has(loader)) return loaded.get(loader) as Part;
    if (!this.#errors.has(loader)) this.#wait(loader, () => loadPart(loader));
    this.#missing.add(loader);
    return null;
  }

  /** A part that the first picture does without; null until it is loaded. */
  useLater<Part>(loader: PartLoader<Part>): Part | null {
    return this.#hasFirstPicture ? this.use(loader) : ((loaded.get(loader) as Part | undefined) ?? null);
  }

  /** Ends the first picture: when the browser is idle, the host is updated with what it did without. */
  endFirstPicture(): void {
    whenIdle(() => {
      this.#hasFirstPicture = true;
      this.#host.requestUpdate();
    });
  }

  /** Value computed from answers of the model; null while one is on its way, after which the host is updated again. */
  arrived<Value>(compute: () => Value): Value | null {
    try {
      return compute();
    } catch (error) {
      if (!(error instanceof PendingAnswer)) throw error;
      const { answer } = error;
      this.#missing.add(answer);
      this.#wait(answer, () => answer);
      return null;
    }
  }

  hostUpdated(): void {
    for (const goOn of this.#waiting.splice(0)) goOn();
  }

  #wait(key: unknown, begin: () => Promise<unknown>): void {
    if (this.#awaited.has(key)) return;
    this.#awaited.add(key);
    const end = () => {
      this.#awaited.delete(key);
      this.#host.requestUpdate();
    };
    begin().then(end, (error: unknown) => {
      this.#errors.set(key, error);
      this.#failed(error);
      end();
    });
  }

  /** True while something that the latest update was missing is on its way. */
  get isPending(): boolean {
    return [...this.#missing].some((loader) => this.#awaited.has(loader));
  }

  /** Fulfilled after the next update: a part has come or has failed, or others are needed. */
  get nextUpdate(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Error of a part that the latest update was missing; null if none has failed. */
  get error(): Error | null {
    const failed = [...this.#missing].find((loader) => this.#errors.has(loader));
    if (!failed) return null;
    const error = this.#errors.get(failed);
    return error instanceof Error ? error : new Error(String(error));
  }
}
