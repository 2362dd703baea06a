// Loads an element's model when the element comes near the screen, and again when another model is selected.
import { whenVisible } from './when-visible.js';
import { sharedModel, type Model } from './shared-engine.js';
import type { LitElement, ReactiveController } from 'lit';
import type { ModelName } from '../state/properties.js';

interface ModelHost extends LitElement {
  readonly model: ModelName;
  /** External attention, which needs no model; null: none. */
  readonly data: unknown;
}

export class ModelLoader implements ReactiveController {
  /** Fulfilled when the first scene can be drawn, rejected if the engine or the model fails to load. */
  readonly ready: Promise<void>;
  readonly #host: ModelHost;
  readonly #fail: (error: unknown) => void;
  #model: Model | null = null;
  #pending: ModelName | null = null;
  #settle!: { resolve: () => void; reject: (error: unknown) => void };

  constructor(host: ModelHost, fail: (error: unknown) => void) {
    this.#host = host;
    this.#fail = fail;
    this.ready = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    this.ready.catch(() => undefined); // the element shows the error itself; handling it is optional
    host.addController(this);
  }

  /** Null until it is loaded. */
  get model(): Model | null {
    return this.#model;
  }

  hostConnected(): void {
    // Retries when the element is added again after a failure. The first load waits until the properties are set.
    if (this.#host.hasUpdated) this.ensureLoaded();
  }

  /** Drops the model: another one is selected. */
  invalidate(): void {
    this.#model = null;
  }

  /** Starts loading the model unless it is loaded or loading. */
  ensureLoaded(): void {
    if (!this.#model && this.#pending !== this.#host.model) void this.#load(this.#host.model);
  }

  async #load(name: ModelName): Promise<void> {
    const host = this.#host;
    this.#pending = name;
    try {
      await whenVisible(host);
      if (host.data === null) {
        const model = await sharedModel(name);
        if (name !== host.model) return; // another one was selected meanwhile
        this.#model = model;
        host.requestUpdate('text');
        await host.updateComplete;
      }
      this.#settle.resolve();
      host.dispatchEvent(new CustomEvent('ready'));
    } catch (error) {
      this.#fail(error);
      this.#settle.reject(error);
    } finally {
      if (this.#pending === name) this.#pending = null;
    }
  }
}
