// Finds out what a head's attention and the user's interventions lead to, when nothing has changed for a while: it takes more
// runs of the model, and what they write.
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { AttentionSource } from '../../model/attention-source.js';
import type { Consequence, consequenceOf, Effect, effectOf } from '../../model/consequence.js';
import type { HeadRef } from '../../../engine/transformer/run.js';

/** The functions that find them out, loaded with the first question. */
export const loadConsequences = async (): Promise<Consequences> => import('../../model/consequence.js');

interface Consequences {
  readonly consequenceOf: typeof consequenceOf;
  readonly effectOf: typeof effectOf;
}

const PAUSE = 150; // milliseconds without a change

interface Question {
  source: AttentionSource;
  headRef: HeadRef;
  query: number;
  /** Whether what the head leads to is asked, too. */
  isOfHead: boolean;
  consequences: Consequences;
}

const isSame = (one: Question | null, other: Question | null): boolean =>
  (['source', 'headRef', 'query', 'isOfHead'] as const).every((name) => one?.[name] === other?.[name]);

export class ConsequenceController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #question: Question | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Null until it is found out, and where there is none. */
  consequence: Consequence | null = null;
  /** Effect of the interventions: the last answer while another one is being found out. */
  effect: Effect | null = null;
  /** Whether it is being found out. */
  isPending = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.ask(null);
  }

  /** @param asked null: nobody wants to know, or what finds it out is being loaded */
  ask(asked: Omit<Question, 'headRef'> | null): void {
    const question = asked && { ...asked, headRef: asked.source.headRef };
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
    const { source, query, isOfHead, consequences } = this.#question;
    this.consequence = isOfHead ? consequences.consequenceOf(source, query) : null;
    this.effect = consequences.effectOf(source, query);
    this.isPending = false;
    this.#host.requestUpdate();
  };
}
