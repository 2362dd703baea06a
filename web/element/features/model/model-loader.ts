// Loads an element's model when the element comes near the screen, and again when another model is selected or when a load
// that failed is to be tried again.
import { forgetModel, loadedModel, sharedModel } from '../../source/shared-engine.js';
import { whenVisible } from './when-visible.js';
import type { LitElement, ReactiveController } from 'lit';
import type { ModelName } from '../../../view/model-names.js';
import { givenModel, namedModel, type NamedModel } from '../../source/named-models.js';
import type { ShownModel } from '../../source/shown-model.js';

/** Seconds after which a load is reported as slow; if it completes after all, the model is shown. */
export const TIME_LIMIT = 60;

/** Neither a model nor an error within the time limit. */
export class LoadTimeoutError extends Error {
  constructor() {
    super(`the engine and the model: expected within ${TIME_LIMIT} seconds, got neither them nor an error`);
  }
}

interface ModelHost extends LitElement {
  readonly model: ModelName;
  /** External attention and a model of the page's, either of which is shown in place of it; null: none. */
  readonly data: unknown;
  readonly pretrained: ShownModel | null;
}

/** Callbacks for a load that failed, and for one that is retried or completes after all. */
interface LoadListener {
  recovering: () => void;
  /** Error of drawing code that cannot be loaded; null if there is none. */
  undrawable: () => Error | null;
  failed: (error: unknown) => void;
  /** Fulfilled when the first scene is drawn. @param failed called if something else that it needs cannot be loaded */
  drawn: (failed: (error: unknown) => void) => Promise<void>;
}

/** A promise, from outside. */
class Deferred {
  resolve!: () => void;
  reject!: (error: unknown) => void;
  readonly promise = new Promise<void>((resolve, reject) => Object.assign(this, { resolve, reject }));

  constructor() {
    this.promise.catch(() => undefined); // the element shows the error itself; handling it is optional
  }
}

/** An attempt to load a model. */
interface Attempt {
  name: ModelName;
  /** Null until the element is near the screen. */
  loading: Promise<ShownModel> | null;
}

export class ModelLoader implements ReactiveController {
  readonly #host: ModelHost;
  readonly #listener: LoadListener;
  #model: ShownModel | null = null;
  /** A model that another element has loaded, before this one was near the screen. */
  #taken: ShownModel | null = null;
  /** The latest attempt; null: it has succeeded or failed, or there was none. After the time limit it is still waited for. */
  #attempt: Attempt | null = null;
  #hasFailed = false;
  /** Fulfilled when the latest attempt ends, however it does. */
  #loading: Promise<void> | null = null;
  #ready = new Deferred();
  /** Fulfilled when the model is to be loaded wherever the element is. */
  readonly #wanted = new Deferred();

  constructor(host: ModelHost, listener: LoadListener) {
    this.#host = host;
    this.#listener = listener;
    host.addController(this);
  }

  /** The model that the page gives, or the one with the name; null until it is loaded. */
  get model(): ShownModel | null {
    return this.#host.pretrained ?? this.#model ?? this.#taken;
  }

  /** True if the named model is shown, and the page has passed in no model or data. */
  get needsModel(): boolean {
    return this.given === null;
  }

  /** Source passed in by the page, a model opened from files or external attention; null if the model is a named one. */
  get given(): 'files' | 'elsewhere' | null {
    if ((this.#host.data ?? null) !== null) return 'elsewhere';
    return (this.#host.pretrained ?? null) === null ? null : 'files';
  }

  /** The model that is shown, by its name if it has one; null: attention from elsewhere. */
  get shown(): ModelName | ShownModel | null {
    return this.given === 'elsewhere' ? null : (this.#host.pretrained ?? this.#host.model);
  }

  /** Examples and abilities that come with the model. */
  get offer(): NamedModel {
    return this.needsModel ? namedModel(this.#host.model) : givenModel(this.#host.pretrained);
  }

  /** True if the latest load has failed or takes too long. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Fulfilled when the first scene is drawn, rejected if it cannot be or the load fails; another promise for another try. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  hostConnected(): void {
    // Retries when the element is added again after a failure. The first load waits until the properties are set.
    if (this.#host.hasUpdated) this.ensureLoaded();
  }

  /** Drops the model: another one is selected. */
  invalidate(): void {
    this.#model = null;
    this.#taken = null;
  }

  /** Starts loading the model unless it is loaded or loading. */
  ensureLoaded(): void {
    if (!this.#model && this.#attempt?.name !== this.#host.model) this.#loading = this.#load(this.#host.model);
  }

  /** Loads what is to be shown, wherever the element is, and is fulfilled or rejected as `ready` is then. */
  async loadNow(): Promise<void> {
    this.#wanted.resolve();
    this.ensureLoaded();
    await this.#loading;
    return this.ready;
  }

  /** Takes the model at once if another element has loaded it, and otherwise begins to load it. @returns true if it took it */
  takeLoaded(): boolean {
    if (this.model || !this.needsModel) return false;
    this.#taken = loadedModel(this.#host.model);
    void this.loadNow().catch(() => undefined); // the element shows the error
    return this.#taken !== null;
  }

  /** Loads the model anew after a failure. */
  retry(): void {
    if (this.#attempt?.loading) forgetModel(this.#attempt.name, this.#attempt.loading);
    this.#attempt = null;
    this.ensureLoaded();
  }

  async #load(name: ModelName): Promise<void> {
    const host = this.#host;
    const attempt: Attempt = { name, loading: null };
    this.#attempt = attempt;
    this.#recover();
    let timer = 0;
    try {
      await Promise.race([whenVisible(host), this.#wanted.promise]);
      if (this.needsModel) {
        timer = window.setTimeout(() => this.#fail(attempt, new LoadTimeoutError()), 1000 * TIME_LIMIT);
        attempt.loading = sharedModel(name);
        const model = await attempt.loading;
        if (name !== host.model || this.#model) return; // another one was selected, or came first
        this.#model = model;
        host.requestUpdate('text');
      }
      await this.#listener.drawn((error) => {
        window.clearTimeout(timer);
        this.#reject(attempt, error);
      });
      if (this.#attempt !== attempt) return;
      this.#succeed(this.#listener.undrawable());
    } catch (error) {
      this.#fail(attempt, error);
    } finally {
      window.clearTimeout(timer);
      if (this.#attempt === attempt) this.#attempt = null;
    }
  }

  /** Leaves a failure behind. */
  #recover(): void {
    if (!this.#hasFailed) return;
    this.#hasFailed = false;
    this.#ready = new Deferred();
    this.#listener.recovering();
  }

  /** @param undrawable why it cannot be drawn, which no other load would change; null: it can */
  #succeed(undrawable: Error | null): void {
    this.#recover();
    if (undrawable) {
      this.#ready.reject(undrawable);
      this.#listener.failed(undrawable);
      return;
    }
    this.#ready.resolve();
    this.#host.dispatchEvent(new CustomEvent('ready'));
  }

  #fail(attempt: Attempt, error: unknown): void {
    if (this.#reject(attempt, error)) this.#listener.failed(error);
  }

  /** @returns true if the attempt is the latest: a later one decides */
  #reject(attempt: Attempt, error: unknown): boolean {
    if (attempt !== this.#attempt) return false;
    this.#hasFailed = true;
    this.#ready.reject(error);
    return true;
  }
}
