// Comparison of the open model with a second one, which gets the same question about its prediction.
import { isSameHead } from '../../engine/transformer/head-ref.js';
import { isSameShape } from './difference.js';
import { Inspection, type ResultsOf } from '../inspection.js';
import { VIEWS } from '../views.js';
import type { InsideState } from '../state.js';
import type { Opened } from '../opened.js';

export class Comparison {
  readonly first: Inspection;
  readonly second: Inspection;
  /** Latest question that was put to the second model, and the model that got it; null if there is none. */
  #asked: { readonly question: Partial<InsideState>; readonly of: Opened } | null = null;

  /**
   * Creates the comparison, at first without a second model.
   * @param changed called after every change in the second model
   */
  constructor(first: Inspection, resultsOf: ResultsOf, changed: () => void) {
    this.first = first;
    this.second = new Inspection(resultsOf, () => {
      this.#selectToo();
      this.follow();
      changed();
    });
  }

  /** True once the user has chosen a second model, even if it is still being opened. */
  get isOn(): boolean {
    return this.second.opening.kind !== 'none';
  }

  /** True if the second model is open and the open view can compare two models. */
  get isShown(): boolean {
    return this.second.opened !== null && VIEWS[this.first.state.view].isCompared === true;
  }

  /** Puts the first model's current question to the second model, unless it already has it. */
  follow(): void {
    const { first, second } = this;
    if (!first.opened) {
      if (first.opening.kind === 'none' && this.isOn) this.close();
      return;
    }
    const of = second.opened;
    if (!of || !this.isShown || first.answer.status !== 'done') return;
    const question = this.#question;
    if (this.#asked?.of === of && JSON.stringify(this.#asked.question) === JSON.stringify(question)) return;
    this.#asked = { question, of };
    second.set(question);
  }

  close(): void {
    this.#asked = null;
    this.second.close();
  }

  /**
   * Fields of the first model's state that the second model adopts. The question is complete: defaults are filled in.
   */
  get #question(): Partial<InsideState> {
    const { state, question } = this.first;
    const { view, text, second, kind, other, head, interventions } = state;
    const isAlike = this.#isAlike;
    return {
      view,
      text,
      second,
      kind,
      other,
      position: question?.position ?? null,
      token: question?.token ?? null,
      against: question?.against ?? null,
      head: isAlike ? head : null,
      interventions: isAlike ? interventions : [],
    };
  }

  /** True if both models have the same attention types, layers and heads, so that each head has a counterpart. */
  get #isAlike(): boolean {
    return isSameShape(this.first.heads, this.second.heads);
  }

  /** Selects in the first model the head that the user has selected in the second model. */
  #selectToo(): void {
    const { head } = this.second.state;
    const { head: own } = this.first.state;
    const asked = this.#asked?.question.head;
    const isNew = head !== null && !(asked && isSameHead(head, asked)) && !(own && isSameHead(head, own));
    if (isNew && this.#asked && this.#isAlike) this.first.select(head);
  }
}
