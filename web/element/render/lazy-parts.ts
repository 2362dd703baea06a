// Asynchronous dependencies of an update: lazily loaded parts of the program, such as the texts of a language or the
// code that draws a view, and results of the model. When one arrives, the element is updated again.
import { PendingAnswer } from '../source/answer.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Imports a part. Also identifies the part, so there must be only one function per part. */
export type PartLoader<Part> = () => Promise<Part>;

/** Parts that are loaded or loading, shared by all elements of a page. */
const loaded = new Map<PartLoader<unknown>, unknown>();
const loading = new Map<PartLoader<unknown>, Promise<unknown>>();

/** Loads a part once. A failure may persist until the page is reloaded, since browsers cache failed imports. */
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

/**
 * Milliseconds after which a task runs even on a page that is never idle, for example because of a permanent animation.
 */
const MOST_PATIENCE = 3000;

const whenIdle = (task: () => void): unknown =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(task, { timeout: MOST_PATIENCE }) : setTimeout(task);

/** Preloads parts when the browser is idle. A failure is reported only when a part is needed. */
export const preloadParts = (loaders: readonly PartLoader<unknown>[]): unknown =>
  whenIdle(() => loaders.forEach((loader) => void loadPart(loader).catch(() => undefined)));

export class LazyParts implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #failed: (error: unknown) => void;
  /** Loaders and results that the latest update lacked. */
  #missing = new Set<unknown>();
  readonly #awaited = new Set<unknown>();
  readonly #errors = new Map<unknown, unknown>();
  #hasFirstPicture = false;
  /** Callbacks for after the next update. */
  #waiting: (() => void)[] = [];

  /** @param failed called once for each part that cannot be loaded */
  constructor(host: ReactiveControllerHost, failed: (error: unknown) => void) {
    this.#host = host;
    this.#failed = failed;
    host.addController(this);
  }

  /** Begins an update. Its dependencies are collected anew. */
  begin(): void {
    this.#missing = new Set();
  }

  /** A part that this update needs; null until it is loaded, which triggers another update. */
  use<Part>(loader: PartLoader<Part>): Part | null {
    if (loaded.has(loader)) return loaded.get(loader) as Part;
    if (!this.#errors.has(loader)) this.#wait(loader, () => loadPart(loader));
    this.#missing.add(loader);
    return null;
  }

  /** A part that the first scene does not need; null until it is loaded. */
  useLater<Part>(loader: PartLoader<Part>): Part | null {
    return this.#hasFirstPicture ? this.use(loader) : ((loaded.get(loader) as Part | undefined) ?? null);
  }

  /** Called at the end of the first scene. When the browser is idle, an update adds the deferred parts. */
  endFirstPicture(): void {
    whenIdle(() => {
      this.#hasFirstPicture = true;
      this.#host.requestUpdate();
    });
  }

  /**
   * Value that is computed from results of the model. While one is pending, null; its arrival triggers another update.
   */
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

  /** True while a dependency that the latest update lacked is loading. */
  get isPending(): boolean {
    return [...this.#missing].some((loader) => this.#awaited.has(loader));
  }

  /** Fulfilled after the next update: when a part has loaded or failed, or when others are needed. */
  get nextUpdate(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Error of a part that the latest update lacked; null if none has failed. */
  get error(): Error | null {
    const failed = [...this.#missing].find((loader) => this.#errors.has(loader));
    if (!failed) return null;
    const error = this.#errors.get(failed);
    return error instanceof Error ? error : new Error(String(error));
  }
}
