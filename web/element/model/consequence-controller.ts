// Finds out what a head's attention and the user's interventions lead to, when nothing has changed for a while: it takes more
// runs of the model, and what they write.
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { AttentionSource } from './attention-source.js';
import type { Consequence, Effect } from './consequence.js';
import type { HeadRef } from '../../engine/model/run.js';

const PAUSE = 150; // milliseconds without a change

interface Question {
  source: AttentionSource;
  headRef: HeadRef;
  query: number;
  /** Whether what the head leads to is asked, too. */
  isOfHead: boolean;
}

const isSame = (one: Question | null, other: Question | null): boolean =>
  (['source', 'headRef', 'query', 'isOfHead'] as const).every((name) => one?.[name] === other?.[name]);

export class ConsequenceController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #question: Question | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Null until it is found out, and where there is none. */
  consequence: Consequence | null = null;
  /** What the interventions lead to: the last answer while another one is being found out. */
  effect: Effect | null = null;
  /** Whether it is being found out. */
  isPending = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.ask(null, -1, false);
  }

  /** @param source null: nobody wants to know */
  ask(source: AttentionSource | null, query: number, isOfHead: boolean): void {
    const question = source && { source, headRef: source.headRef, query, isOfHead };
    if (isSame(question, this.#question)) return;
    clearTimeout(this.#timer);
    this.consequence = null;
    if (!question) this.effect = null;
    this.#question = question;
    this.isPending = this.#question !== null;
    if (this.#question) this.#timer = setTimeout(this.#answer, PAUSE);
  }

  readonly #answer = (): void => {
    if (!this.#question) return;
    const { source, query, isOfHead } = this.#question;
    this.consequence = isOfHead ? source.consequenceFor(query) : null;
    this.effect = source.effectFor(query);
    this.isPending = false;
    this.#host.requestUpdate();
  };
}
