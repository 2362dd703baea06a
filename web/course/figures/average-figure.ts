// Figure in which the learner computes the average of three two-dimensional values.
import { css, html, nothing, type TemplateResult } from 'lit';
import { besideStyles } from './parts/beside.js';
import { decimal } from '../facts.js';
import { Figure, figureStyles } from './figure.js';
import { isInside, planeStyles, pointsOf, weightedSum } from './parts/values.js';
import { plane } from './parts/plane.js';
import { readNumber } from './parts/read-number.js';
import { sharedEngine } from '../../element/source/shared-engine.js';

const TOLERANCE = 0.051;

export class AverageFigure extends Figure {
  static override properties = {
    ...Figure.properties,
    answers: { state: true },
    found: { state: true },
    wrong: { state: true },
  };
  static override styles = [
    figureStyles,
    besideStyles,
    planeStyles,
    css`
      label {
        display: grid;
        grid-template-columns: 9em 5em;
        margin-bottom: 8px;
      }
      input[inputmode] {
        padding: 0 8px;
        text-align: right;
      }
    `,
  ];
  declare answers: readonly [string, string];
  declare found: readonly [number, number] | null;
  /**
   * The coordinate that is wrong: its index, and whether the learner has entered the sum instead of the average; null
   * if none is wrong or the answers have not been checked.
   */
  declare wrong: { index: number; isSum: boolean } | null;

  constructor() {
    super();
    Object.assign(this, { answers: ['', ''], found: null, wrong: null });
  }

  async #check(): Promise<void> {
    const average = weightedSum(await sharedEngine(), [1 / 3, 1 / 3, 1 / 3]);
    const isAt = (index: number, times: number) =>
      Math.abs(readNumber(this.answers[index]!) - times * average[index]!) <= TOLERANCE;
    const index = average.findIndex((_, each) => !isAt(each, 1));
    this.wrong = index < 0 ? null : { index, isSum: isAt(index, this.texts.figures.average.tokens.length) };
    this.found = index < 0 ? average : null;
    const facts = { x: decimal(average[0], 0), y: decimal(average[1], 0) };
    this.setOutcome(this.found && { facts, right: isInside(average) ? 0 : 1 });
  }

  protected override render(): TemplateResult {
    const texts = this.texts.figures.average;
    const check = (event: Event) => {
      event.preventDefault();
      void this.#check();
    };
    return html`<div class="beside">
      ${plane(texts.plane, pointsOf(texts.tokens), this.found && { name: texts.average, at: this.found })}
      <form @submit=${check}>
        <p>${texts.compute}</p>
        ${texts.numbers.map((name, index) => this.#field(name, index as 0 | 1))}
        <p><button class="primary">${texts.check}</button></p>
        <p role="status">
          ${this.wrong ? html`<span class="wrong">${this.#reply(this.wrong)}</span>` : nothing}
          ${this.found ? html`<span class="right">${texts.right}</span>` : nothing}
        </p>
      </form>
    </div>`;
  }

  #reply({ index, isSum }: NonNullable<typeof this.wrong>): string {
    const { wrong, isTheSum, numbers } = this.texts.figures.average;
    return (isSum ? isTheSum : wrong)(numbers[index]!);
  }

  #field(name: string, index: 0 | 1): TemplateResult {
    return html`<label>
      ${name}
      <input
        type="text"
        inputmode="decimal"
        aria-invalid=${this.wrong?.index === index ? 'true' : 'false'}
        .value=${this.answers[index]}
        @change=${(event: Event) => {
          this.answers = this.answers.with(index, (event.target as HTMLInputElement).value) as [string, string];
        }}
      />
    </label>`;
  }
}
