// Finds out what a head's attention leads to, when nothing has changed for a while: it takes two more runs of the model.
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { AttentionSource } from './attention-source.js';
import type { Consequence } from './consequence.js';
import type { HeadRef } from '../../engine/model/run.js';

const PAUSE = 150; // milliseconds without a change

interface Question {
  source: AttentionSource;
  headRef: HeadRef;
  query: number;
}

export class ConsequenceController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #question: Question | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Null until it is found out, and where there is none. */
  consequence: Consequence | null = null;
  /** Whether it is being found out. */
  isPending = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.ask(null, -1);
  }

  /** @param source null: nobody wants to know */
  ask(source: AttentionSource | null, query: number): void {
    const before = this.#question;
    if (before?.source === source && before?.query === query && before.headRef === source.headRef) return;
    clearTimeout(this.#timer);
    this.consequence = null;
    this.#question = source && { source, headRef: source.headRef, query };
    this.isPending = this.#question !== null;
    if (this.#question) this.#timer = setTimeout(this.#answer, PAUSE);
  }

  readonly #answer = (): void => {
    if (!this.#question) return;
    const { source, query } = this.#question;
    this.consequence = source.consequenceFor(query);
    this.isPending = false;
    this.#host.requestUpdate();
  };
}
