// Dependencies of an update that may still be loading: parts of the program, such as a language's texts or a view's
// drawing code, and results of the model. When one arrives, the element is updated again.
import { PendingAnswer } from '../source/answer.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Function that imports a part of the program. It also identifies the part, so each part must have only one loader. */
export type PartLoader<Part> = () => Promise<Part>;

/** Parts of the program that are loaded, by their loaders. All elements on a page share them. */
const loaded = new Map<PartLoader<unknown>, unknown>();
/** Promises of the parts of the program that are loading or loaded, by their loaders. */
const loading = new Map<PartLoader<unknown>, Promise<unknown>>();

/**
 * Loads a part of the program once; later calls return the same promise. A failed import may fail again until the page
 * is reloaded, since browsers cache failures.
 */
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
 * Milliseconds after which preloading starts even on a page that is never idle, for example because of a permanent
 * animation.
 */
const MOST_PATIENCE = 3000;

const whenIdle = (task: () => void): unknown =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(task, { timeout: MOST_PATIENCE }) : setTimeout(task);

/** Preloads parts of the program when the browser is idle. A failure is reported only when the part is needed. */
export const preloadParts = (loaders: readonly PartLoader<unknown>[]): unknown =>
  whenIdle(() => loaders.forEach((loader) => void loadPart(loader).catch(() => undefined)));

export class LazyParts implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #failed: (error: unknown) => void;
  /** Loaders of the parts, and pending results, that the latest update needed but did not have. */
  #missing = new Set<unknown>();
  readonly #awaited = new Set<unknown>();
  readonly #errors = new Map<unknown, unknown>();
  #hasFirstPicture = false;
  /** Callbacks that run after the next update of the element. */
  #waiting: (() => void)[] = [];

  /** @param failed called once for each part of the program that cannot be loaded */
  constructor(host: ReactiveControllerHost, failed: (error: unknown) => void) {
    this.#host = host;
    this.#failed = failed;
    host.addController(this);
  }

  /** Begins an update of the element, during which missing parts and results are collected anew. */
  begin(): void {
    this.#missing = new Set();
  }

  /** Returns a part of the program that this update needs; null until it is loaded, which triggers another update. */
  use<Part>(loader: PartLoader<Part>): Part | null {
    if (loaded.has(loader)) return loaded.get(loader) as Part;
    if (!this.#errors.has(loader)) this.#wait(loader, () => loadPart(loader));
    this.#missing.add(loader);
    return null;
  }

  /**
   * Returns a part of the program that is not needed for the first scene; null until it is loaded. Before the first
   * scene is drawn, the call does not load it.
   */
  useLater<Part>(loader: PartLoader<Part>): Part | null {
    return this.#hasFirstPicture ? this.use(loader) : ((loaded.get(loader) as Part | undefined) ?? null);
  }

  /**
   * Marks the first scene as drawn. When the browser is idle, another update loads the parts that the scene did not
   * need.
   */
  endFirstPicture(): void {
    whenIdle(() => {
      this.#hasFirstPicture = true;
      this.#host.requestUpdate();
    });
  }

  /**
   * Computes a value from results of the model. While a result is pending, returns null; its arrival triggers another
   * update.
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

  /** True while a part or a result that the latest update was missing is still pending. */
  get isPending(): boolean {
    return [...this.#missing].some((loader) => this.#awaited.has(loader));
  }

  /**
   * Promise that is fulfilled after the next update, when a missing part has loaded or failed, or when the update no
   * longer needs it.
   */
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
