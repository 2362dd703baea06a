// The model of an element: loaded when the element comes near the screen, and again when another one is asked for.
import { nearScreen } from './near-screen.js';
import { sharedModel, type Model } from './shared-engine.js';
import type { LitElement, ReactiveController } from 'lit';
import type { ModelName } from './properties.js';

interface ModelHost extends LitElement {
  readonly model: ModelName;
  /** What is shown in place of a model's run, if not null. */
  readonly data: unknown;
}

export class ModelLoading implements ReactiveController {
  /** Fulfilled when the first picture can be drawn, rejected if the engine or the model cannot be had. */
  readonly ready: Promise<void>;
  readonly #host: ModelHost;
  readonly #fail: (error: unknown) => void;
  #model: Model | null = null;
  #underWay: ModelName | null = null;
  #settle!: { resolve: () => void; reject: (error: unknown) => void };

  constructor(host: ModelHost, fail: (error: unknown) => void) {
    this.#host = host;
    this.#fail = fail;
    this.ready = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    this.ready.catch(() => undefined); // the element shows the error itself; nobody has to listen
    host.addController(this);
  }

  /** Null until it is there. */
  get model(): Model | null {
    return this.#model;
  }

  hostConnected(): void {
    // Added again after a failure: one more try. The first time it is loaded when the properties are known.
    if (this.#host.hasUpdated) this.need();
  }

  /** Another one is asked for. */
  forget(): void {
    this.#model = null;
  }

  /** Sees to it that the model is there or on its way. */
  need(): void {
    if (!this.#model && this.#underWay !== this.#host.model) void this.#load(this.#host.model);
  }

  async #load(name: ModelName): Promise<void> {
    const host = this.#host;
    this.#underWay = name;
    try {
      await nearScreen(host);
      if (host.data === null) {
        const model = await sharedModel(name);
        if (name !== host.model) return; // another one was asked for meanwhile
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
      if (this.#underWay === name) this.#underWay = null;
    }
  }
}
