// The page's connection to the host, which runs the user's model. Requests return promises, until the page or the host
// ends the connection.
import { startHost } from './start-host.js';
import type { Answer, MaybeAsync } from '../../element/source/answer.js';
import type { ModelHost } from './model-host.js';

export class HostConnection {
  readonly #started = startHost();
  /** Promise that is rejected when the connection ends. */
  readonly #ended: Promise<never>;
  #end!: (reason: unknown) => void;

  constructor() {
    this.#ended = new Promise<never>((_, reject) => (this.#end = reject));
    this.#ended.catch(() => undefined); // pending requests report the reason
    this.#started.crashed.catch((error: unknown) => this.end(error));
  }

  /**
   * Sends a request to the host.
   * @throws the host's error; or the reason for the end of the connection, if that comes first
   */
  async ask<Value>(question: (host: MaybeAsync<ModelHost>) => Answer<Value>): Promise<Value> {
    return Promise.race([question(this.#started.host), this.#ended]);
  }

  /** Sends a request without a result. */
  tell(order: (host: MaybeAsync<ModelHost>) => unknown): void {
    void order(this.#started.host);
  }

  end(reason: unknown): void {
    this.#end(reason);
    this.#started.end();
  }
}
