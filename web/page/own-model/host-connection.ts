// The page's connection to a model's host: questions, whose answers are promises, until one of the two ends it.
import { startHost } from './start-host.js';
import type { Answer, MaybeAsync } from '../../element/source/answer.js';
import type { ModelHost } from './model-host.js';

export class HostConnection {
  readonly #started = startHost();
  /** Rejected when the host ends. */
  readonly #ended: Promise<never>;
  #end!: (reason: unknown) => void;

  constructor() {
    this.#ended = new Promise<never>((_, reject) => (this.#end = reject));
    this.#ended.catch(() => undefined); // whoever waits for an answer has the reason
    this.#started.crashed.catch((error: unknown) => this.end(error));
  }

  /** @throws the host's error; the reason for its end, if that comes first */
  async ask<Value>(question: (host: MaybeAsync<ModelHost>) => Answer<Value>): Promise<Value> {
    return Promise.race([question(this.#started.host), this.#ended]);
  }

  /** Asks for nothing to come back. */
  tell(order: (host: MaybeAsync<ModelHost>) => unknown): void {
    void order(this.#started.host);
  }

  end(reason: unknown): void {
    this.#end(reason);
    this.#started.end();
  }
}
