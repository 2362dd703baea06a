// Computes the effects of a head's attention and of the user's interventions. They need further runs of the model,
// including generation, so it waits for a pause without changes.
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { AttentionSource } from '../../source/attention-source.js';
import type { Consequence, consequenceOf, Effect, effectOf } from '../../source/consequence.js';
import type { LazyParts } from '../../render/lazy-parts.js';

/** Loads the functions that compute the effects, on first use. */
export const loadConsequences = async (): Promise<Consequences> => import('../../source/consequence.js');

interface Consequences {
  readonly consequenceOf: typeof consequenceOf;
  readonly effectOf: typeof effectOf;
}

const PAUSE = 150; // milliseconds without a change

interface Question {
  source: AttentionSource;
  query: number;
  /** True if the consequence of the selected head's attention is requested as well. */
  isOfHead: boolean;
  consequences: Consequences;
}

const isSame = (one: Question | null, other: Question | null): boolean =>
  (['source', 'query', 'isOfHead'] as const).every((name) => one?.[name] === other?.[name]);

export class ConsequenceController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #parts: LazyParts;
  #question: Question | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** True once the pause is over: results are pending, or all have arrived. */
  #isDue = false;
  /** Consequence of the selected head's attention; null until it is computed, and if there is none. */
  consequence: Consequence | null = null;
  /** Effect of the interventions. While another one is computed, the previous effect. */
  effect: Effect | null = null;
  /** True while the consequence is being computed. */
  isPending = false;

  constructor(host: ReactiveControllerHost, parts: LazyParts) {
    this.#host = host;
    this.#parts = parts;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.ask(null);
  }

  /** @param question the effects to compute; null: none are requested, or the functions are still loading */
  ask(question: Question | null): void {
    if (isSame(question, this.#question)) {
      if (this.isPending && this.#isDue) this.#answer();
      return;
    }
    clearTimeout(this.#timer);
    this.consequence = null;
    if (!question) this.effect = null;
    this.#question = question;
    this.#isDue = false;
    this.isPending = question !== null;
    if (question) this.#timer = setTimeout(this.#answer, PAUSE);
  }

  readonly #answer = (): void => {
    this.#isDue = true;
    const found = this.#parts.arrived(() => this.#find());
    if (!found) return;
    [this.consequence, this.effect] = found;
    this.isPending = false;
    this.#host.requestUpdate();
  };

  #find(): [Consequence | null, Effect | null] {
    const { source, query, isOfHead, consequences } = this.#question!;
    return [isOfHead ? consequences.consequenceOf(source, query) : null, consequences.effectOf(source, query)];
  }
}
