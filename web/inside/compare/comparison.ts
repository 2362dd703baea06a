// A second model beside the first one: it is asked the same question, and its maps are beside those of the first.
import { isSameHead } from '../../engine/transformer/head-ref.js';
import { isSameShape } from './difference.js';
import { Inspection, type ResultsOf } from '../inspection.js';
import { VIEWS } from '../views.js';
import type { InsideState } from '../state.js';
import type { Opened } from '../opened.js';

export class Comparison {
  readonly first: Inspection;
  readonly second: Inspection;
  /** Question that the second model has been asked, and that model. */
  #asked: { readonly question: Partial<InsideState>; readonly of: Opened } | null = null;

  /** @param changed called after every change of the second model */
  constructor(first: Inspection, resultsOf: ResultsOf, changed: () => void) {
    this.first = first;
    this.second = new Inspection(resultsOf, () => {
      this.#selectToo();
      this.follow();
      changed();
    });
  }

  /** True from the choice of a second model on. */
  get isOn(): boolean {
    return this.second.opening.kind !== 'none';
  }

  /** True if the view shows both models. */
  get isShown(): boolean {
    return this.second.opened !== null && VIEWS[this.first.state.view].isCompared === true;
  }

  /** Asks the second model what the first one is asked. */
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

  /** State of the first model, with the tokens that its question is about. */
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

  /** True if a head of one model is a head of the other. */
  get #isAlike(): boolean {
    return isSameShape(this.first.heads, this.second.heads);
  }

  /** A head that is selected in the second model is selected in the first. */
  #selectToo(): void {
    const { head } = this.second.state;
    const { head: own } = this.first.state;
    const asked = this.#asked?.question.head;
    const isNew = head !== null && !(asked && isSameHead(head, asked)) && !(own && isSameHead(head, own));
    if (isNew && this.#asked && this.#isAlike) this.first.select(head);
  }
}
