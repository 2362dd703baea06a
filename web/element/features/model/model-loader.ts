// Loads an element's model when the element is near the viewport, when another model is selected, and when the user
// retries after a failure.
import { forgetModel, loadedModel, sharedModel } from '../../source/shared-engine.js';
import { whenVisible } from './when-visible.js';
import type { LitElement, ReactiveController } from 'lit';
import type { ModelName } from '../../../view/model-names.js';
import { givenModel, namedModel, type NamedModel } from '../../source/named-models.js';
import type { ShownModel } from '../../source/shown-model.js';

/** Seconds after which loading the model is reported as failed. If the model arrives later, it is still shown. */
export const TIME_LIMIT = 60;

/** Error if the model has neither loaded nor failed to load within the time limit. */
export class LoadTimeoutError extends Error {
  constructor() {
    super(`the engine and the model: expected within ${TIME_LIMIT} seconds, got neither them nor an error`);
  }
}

interface ModelHost extends LitElement {
  readonly model: ModelName;
  /** External attention that the page has passed in, which replaces the named model; null if there is none. */
  readonly data: unknown;
  /** Model that the page has passed in, which replaces the named model; null if there is none. */
  readonly pretrained: ShownModel | null;
}

/** Callbacks of the model loader: for a failure, for a recovery after a failure, and for drawing the first scene. */
interface LoadListener {
  recovering: () => void;
  /** Returns the error if the code that draws the scene could not be loaded; otherwise null. */
  undrawable: () => Error | null;
  failed: (error: unknown) => void;
  /**
   * Returns a promise that is fulfilled when the first scene is drawn.
   * @param failed called if other required code cannot be loaded
   */
  drawn: (failed: (error: unknown) => void) => Promise<void>;
}

/** A promise that other code fulfills or rejects. */
class Deferred {
  resolve!: () => void;
  reject!: (error: unknown) => void;
  readonly promise = new Promise<void>((resolve, reject) => Object.assign(this, { resolve, reject }));

  constructor() {
    this.promise.catch(() => undefined); // the element shows the error, so callers need not handle it
  }
}

interface Attempt {
  name: ModelName;
  /** Promise of the model; null before the element is near the viewport, where loading starts. */
  loading: Promise<ShownModel> | null;
}

export class ModelLoader implements ReactiveController {
  readonly #host: ModelHost;
  readonly #listener: LoadListener;
  #model: ShownModel | null = null;
  /**
   * The named model, if another element had already loaded it; otherwise null. This element can show it before it is
   * near the viewport.
   */
  #taken: ShownModel | null = null;
  /**
   * The latest attempt to load the named model, which may continue beyond the time limit; null if there is none or the
   * attempt has ended.
   */
  #attempt: Attempt | null = null;
  #hasFailed = false;
  /**
   * Promise that is fulfilled when the latest attempt to load the model ends, successfully or not; null before the
   * first attempt.
   */
  #loading: Promise<void> | null = null;
  #ready = new Deferred();
  /** Promise that is fulfilled when the model must be loaded even though the element is off screen. */
  readonly #wanted = new Deferred();

  constructor(host: ModelHost, listener: LoadListener) {
    this.#host = host;
    this.#listener = listener;
    host.addController(this);
  }

  /** The model that the page has passed in, or else the named model; null until that is loaded. */
  get model(): ShownModel | null {
    return this.#host.pretrained ?? this.#model ?? this.#taken;
  }

  /** True if the named model is shown, since the page has passed in neither a model nor data. */
  get needsModel(): boolean {
    return this.given === null;
  }

  /**
   * Kind of content that the page has passed in: 'files' for a model opened from files, 'elsewhere' for external
   * attention; null if the named model is shown.
   */
  get given(): 'files' | 'elsewhere' | null {
    if ((this.#host.data ?? null) !== null) return 'elsewhere';
    return (this.#host.pretrained ?? null) === null ? null : 'files';
  }

  /** The shown model, or its name if it is a named model; null for external attention. */
  get shown(): ModelName | ShownModel | null {
    return this.given === 'elsewhere' ? null : (this.#host.pretrained ?? this.#host.model);
  }

  /** Example texts and capabilities of the shown model, known before it has loaded. */
  get offer(): NamedModel {
    return this.needsModel ? namedModel(this.#host.model) : givenModel(this.#host.pretrained);
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /**
   * Promise that is fulfilled when the first scene is drawn, and rejected if loading or drawing fails; a retry creates
   * a new promise.
   */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  hostConnected(): void {
    // When the element returns to the page after a failure, loading is tried again. The first load does not start here:
    // it waits until the element's properties are set.
    if (this.#host.hasUpdated) this.ensureLoaded();
  }

  /** Discards the loaded model, because another one is selected. */
  invalidate(): void {
    this.#model = null;
    this.#taken = null;
  }

  /** Starts loading the model unless it is loaded or loading. */
  ensureLoaded(): void {
    if (!this.#model && this.#attempt?.name !== this.#host.model) this.#loading = this.#load(this.#host.model);
  }

  /** Loads the model even if the element is off screen. The returned promise settles as `ready` does. */
  async loadNow(): Promise<void> {
    this.#wanted.resolve();
    this.ensureLoaded();
    await this.#loading;
    return this.ready;
  }

  /**
   * Uses the named model immediately if another element has loaded it; otherwise starts loading it.
   * @returns true if another element had loaded the model
   */
  takeLoaded(): boolean {
    if (this.model || !this.needsModel) return false;
    this.#taken = loadedModel(this.#host.model);
    void this.loadNow().catch(() => undefined); // the element shows the error
    return this.#taken !== null;
  }

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
        if (name !== host.model || this.#model) return; // another model has been selected or loaded first
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

  /**
   * Forgets that loading the model has failed, and creates a new promise `ready`, before a new attempt or when the
   * model arrives late.
   */
  #recover(): void {
    if (!this.#hasFailed) return;
    this.#hasFailed = false;
    this.#ready = new Deferred();
    this.#listener.recovering();
  }

  /**
   * Ends an attempt that has loaded the model.
   * @param undrawable error that prevents drawing, which loading the model again would not fix; null if there is none
   */
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

  /**
   * Ends an attempt that has failed.
   * @returns true if the attempt is the latest; failures of earlier ones are ignored
   */
  #reject(attempt: Attempt, error: unknown): boolean {
    if (attempt !== this.#attempt) return false;
    this.#hasFailed = true;
    this.#ready.reject(error);
    return true;
  }
}
