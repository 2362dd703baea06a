// Computes the effects of a head's attention and of the user's interventions. This takes further runs of the model,
// including text generation, so it waits until the user pauses.
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { AttentionSource } from '../../source/attention-source.js';
import type { Consequence, consequenceOf, Effect, effectOf } from '../../source/consequence.js';
import type { LazyParts } from '../../render/lazy-parts.js';

export const loadConsequences = async (): Promise<Consequences> => import('../../source/consequence.js');

interface Consequences {
  readonly consequenceOf: typeof consequenceOf;
  readonly effectOf: typeof effectOf;
}

const PAUSE = 150; // milliseconds without a change that count as a pause

interface Question {
  source: AttentionSource;
  query: number;
  /** True if the effect of the selected head is requested in addition to that of the interventions. */
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
  /** True once the user has paused, so that the requested effects are being computed or known. */
  #isDue = false;
  /** The effect of the selected head's attention; null if none is requested or it has not been computed. */
  consequence: Consequence | null = null;
  /**
   * The effect of the interventions; null if none is requested. The previous effect remains while a new one is
   * computed.
   */
  effect: Effect | null = null;
  /** True while the head's effect is being computed. */
  isPending = false;

  constructor(host: ReactiveControllerHost, parts: LazyParts) {
    this.#host = host;
    this.#parts = parts;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.ask(null);
  }

  /**
   * Requests the effects of the interventions and of a head.
   * @param question the requested effects; null if none are requested, or while the code that computes them is loading
   */
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
