// Asynchronous dependencies of an update: lazily loaded parts of the program, such as the texts of a language or the drawing of
// a view, and results of the model. The element is updated again when one arrives.
import { PendingAnswer } from '../source/answer.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Imports a part. The function also identifies the part, so there must be only one per part. */
export type PartLoader<Part> = () => Promise<Part>;

/** Loaded and loading parts, shared by all elements of a page. */
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

/** Milliseconds after which a task runs on a page that is never idle, such as one with a permanent animation. */
const MOST_PATIENCE = 3000;

const whenIdle = (task: () => void): unknown =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(task, { timeout: MOST_PATIENCE }) : setTimeout(task);

/** Preloads parts when the browser is idle. A failure is reported when a part is needed. */
export const preloadParts = (loaders: readonly PartLoader<unknown>[]): unknown =>
  whenIdle(() => loaders.forEach((loader) => void loadPart(loader).catch(() => undefined)));

export class LazyParts implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #failed: (error: unknown) => void;
  /** Loaders and results missing in the latest update. */
  #missing = new Set<unknown>();
  readonly #awaited = new Set<unknown>();
  readonly #errors = new Map<unknown, unknown>();
  #hasFirstPicture = false;
  /** Called after the next update. */
  #waiting: (() => void)[] = [];

  /** @param failed is called once for each part that cannot be loaded */
  constructor(host: ReactiveControllerHost, failed: (error: unknown) => void) {
    this.#host = host;
    this.#failed = failed;
    host.addController(this);
  }

  /** Begins an update, which collects its dependencies anew. */
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

  /** Ends the first scene: when the browser is idle, an update adds the deferred parts. */
  endFirstPicture(): void {
    whenIdle(() => {
      this.#hasFirstPicture = true;
      this.#host.requestUpdate();
    });
  }

  /** Value computed from results of the model; null while one is pending, whose arrival triggers another update. */
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

  /** True while a dependency missing in the latest update is loading. */
  get isPending(): boolean {
    return [...this.#missing].some((loader) => this.#awaited.has(loader));
  }

  /** Fulfilled after the next update, when a part has loaded or failed, or others are needed. */
  get nextUpdate(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Error of a part missing in the latest update; null if none has failed. */
  get error(): Error | null {
    const failed = [...this.#missing].find((loader) => this.#errors.has(loader));
    if (!failed) return null;
    const error = this.#errors.get(failed);
    return error instanceof Error ? error : new Error(String(error));
  }
}
