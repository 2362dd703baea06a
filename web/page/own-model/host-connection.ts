// The page's connection to the host of the user's model (see model-host.ts). Requests return promises, which are
// rejected when the connection ends.
import { startHost } from './start-host.js';
import type { Answer, MaybeAsync } from '../../element/source/answer.js';
import type { ModelHost } from './model-host.js';

export class HostConnection {
  readonly #started = startHost();
  /** Promise that is never fulfilled, and is rejected when the connection ends. */
  readonly #ended: Promise<never>;
  #end!: (reason: unknown) => void;

  constructor() {
    this.#ended = new Promise<never>((_, reject) => (this.#end = reject));
    this.#ended.catch(() => undefined); // pending requests report the reason
    this.#started.crashed.catch((error: unknown) => this.end(error));
  }

  /**
   * Sends a request to the host, and returns its answer.
   * @throws the host's error; if the connection ends first, the reason for its end
   */
  async ask<Value>(question: (host: MaybeAsync<ModelHost>) => Answer<Value>): Promise<Value> {
    return Promise.race([question(this.#started.host), this.#ended]);
  }

  /** Sends a request to the host that has no answer. */
  tell(order: (host: MaybeAsync<ModelHost>) => unknown): void {
    void order(this.#started.host);
  }

  end(reason: unknown): void {
    this.#end(reason);
    this.#started.end();
  }
}
