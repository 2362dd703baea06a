// A prediction before the numbers: what happens to the weights of this head when the scores are not divided by √d?
import { html, nothing, type TemplateResult } from 'lit';
import { Figure } from './figure.js';
import type { Tensor } from '../../engine/index.js';

const ANSWERS = ['sharper', 'same', 'flatter'] as const;
type Answer = (typeof ANSWERS)[number];

/** The mean over the rows of their largest weight.  @param weights [queries, keys] */
function meanLargest({ data, shape }: Tensor): number {
  const [rows, columns] = shape as [number, number];
  let sum = 0;
  for (let row = 0; row < rows; row++) sum += Math.max(...data.subarray(row * columns, (row + 1) * columns));
  return sum / rows;
}

/** A difference below half a percent counts as none. */
const rightAnswer = (baseline: number, now: number): Answer =>
  Math.abs(now - baseline) < 0.005 ? 'same' : now > baseline ? 'sharper' : 'flatter';

export class PredictionFigure extends Figure {
  static override properties = { ...Figure.properties, answer: { state: true }, measured: { state: true } };
  declare answer: Answer | null;
  /** The mean largest weight with the division by √d and without; null before the learner checks. */
  declare measured: { baseline: number; now: number } | null;

  constructor() {
    super();
    Object.assign(this, { answer: null, measured: null });
  }

  async #check(): Promise<void> {
    this.measured = { baseline: await this.#measure(true), now: await this.#measure(false) };
    this.done();
  }

  /** Of the head that the element shows, which stays at this setting. */
  async #measure(scaling: boolean): Promise<number> {
    const { spotlight } = this;
    spotlight.state = { scaling };
    await spotlight.updateComplete;
    return spotlight.trace ? meanLargest(spotlight.trace.weights) : Number.NaN;
  }

  protected override render(): TemplateResult {
    const texts = this.texts.prediction;
    const { measured, answer } = this;
    return html`<fieldset>
        <legend>${texts.question}</legend>
        ${ANSWERS.map((each) => this.#choice(each))}
      </fieldset>
      <p>
        <button ?disabled=${answer === null || measured !== null} @click=${() => void this.#check()}>
          ${texts.check}
        </button>
      </p>
      <p role="status">${measured ? this.#result(measured) : nothing}</p>`;
  }

  #choice(answer: Answer): TemplateResult {
    return html`<label>
      <input
        type="radio"
        name="answer"
        ?disabled=${this.measured !== null}
        .checked=${this.answer === answer}
        @change=${() => (this.answer = answer)}
      />
      ${this.texts.prediction.answers[answer]}
    </label>`;
  }

  #result({ baseline, now }: { baseline: number; now: number }): TemplateResult {
    const texts = this.texts.prediction;
    const right = rightAnswer(baseline, now);
    const verdict =
      this.answer === right
        ? html`<span class="right">${texts.right}</span>`
        : html`<span class="wrong">${texts.wrong(texts.answers[right])}</span>`;
    return html`${verdict} ${texts.numbers(baseline.toFixed(3), now.toFixed(3))}`;
  }
}
