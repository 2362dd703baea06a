// Attention by hand for 3 words of 2 numbers: the reader computes, the first wrong cell is pointed out.
import { css, html, nothing, type TemplateResult } from 'lit';
import { Figure, figureStyles } from '../figure.js';
import { sharedEngine } from '../../element/shared-engine.js';
import type { HandStep, Tensor, WrongCell } from '../../engine/index.js';

const [WORDS, SIZE] = [3, 2];

/** What is left of two decimals when rounded weights are multiplied on. */
const TOLERANCE = 0.031;
const GIVEN = ['Q', 'K', 'V'] as const;
type Given = (typeof GIVEN)[number];

/** The steps that are asked for, and how many columns each has. */
const STEPS: readonly { step: HandStep; columns: number }[] = [
  { step: 'scores', columns: WORDS },
  { step: 'scaled', columns: WORDS },
  { step: 'weights', columns: WORDS },
  { step: 'output', columns: SIZE },
];

const FIRST: Readonly<Record<Given, readonly number[]>> = {
  Q: [1, 0, 0, 1, 1, 1],
  K: [1, 0, 1, 1, 0, 2],
  V: [1, 2, 3, 0, 0, 4],
};

/** A number as people write it: also with a comma, also with a true minus sign. NaN: not a number. */
export function readNumber(text: string): number {
  const plain = text.trim().replace(',', '.').replace('−', '-');
  return plain === '' ? Number.NaN : Number(plain);
}

export class ByHandFigure extends Figure {
  static override properties = {
    ...Figure.properties,
    given: { state: true },
    answers: { state: true },
    wrong: { state: true },
    told: { state: true },
  };
  static override styles = [
    figureStyles,
    css`
      .matrices {
        display: flex;
        flex-wrap: wrap;
        gap: 10px 18px;
      }
      input {
        width: 3.6em;
        min-height: 30px;
        padding: 0 4px;
        border: 1px solid var(--line);
        border-radius: 6px;
        background: var(--background);
        text-align: right;
      }
      input.wrong-cell {
        border: 3px solid var(--positive);
      }
      table {
        width: auto;
      }
      td {
        padding: 1px;
      }
    `,
  ];
  declare given: Record<Given, readonly number[]>;
  declare answers: Partial<Record<HandStep, readonly string[]>>;
  declare wrong: WrongCell | null;
  declare told: TemplateResult | null;

  constructor() {
    super();
    Object.assign(this, { given: FIRST, answers: {}, wrong: null, told: null });
  }

  #answersOf(step: HandStep, columns: number): readonly string[] {
    return this.answers[step] ?? Array.from({ length: WORDS * columns }, () => '');
  }

  #tensors(): [Tensor, Tensor, Tensor] {
    const of = (name: Given): Tensor => ({ data: Float32Array.from(this.given[name]), shape: [1, 1, WORDS, SIZE] });
    return [of('Q'), of('K'), of('V')];
  }

  /** Checks the steps that are filled in, up to the first that is not. */
  async #check(): Promise<void> {
    const texts = this.texts.byHand;
    const engine = await sharedEngine();
    const full = STEPS.map(({ step, columns }) => {
      const data = this.#answersOf(step, columns).map(readNumber);
      return { step, columns, data, isFull: data.every((x) => !Number.isNaN(x)) };
    });
    const until = full.findIndex(({ isFull }) => !isFull);
    const filled = until < 0 ? full : full.slice(0, until);
    const steps = Object.fromEntries(
      filled.map(({ step, columns, data }) => [step, { data: Float32Array.from(data), shape: [1, 1, WORDS, columns] }]),
    );
    this.wrong = engine.checkByHand(...this.#tensors(), steps, { tolerance: TOLERANCE });
    if (this.wrong) {
      const { step, row, column, got } = this.wrong;
      const sentence = texts.wrong(texts.steps[step], row + 1, column + 1, String(Math.round(got * 1000) / 1000));
      this.told = html`<span class="wrong">${sentence}</span> ${texts.hints[step]}`;
    } else if (filled.length < STEPS.length) {
      const next = texts.steps[STEPS[filled.length]!.step];
      this.told = html`<span class="right">${texts.rightSoFar(filled.length)}</span> ${texts.next(next)}`;
    } else {
      this.told = html`<span class="right">${texts.allRight}</span>`;
      this.done();
    }
  }

  async #show(): Promise<void> {
    const engine = await sharedEngine();
    const trace = engine.traceAttention(...this.#tensors());
    const rounded = (x: number) => String(Math.round(x * 100) / 100);
    this.answers = Object.fromEntries(STEPS.map(({ step }) => [step, Array.from(trace[step].data, rounded)]));
    this.wrong = null;
    this.told = html`${this.texts.byHand.shown}`;
  }

  protected override render(): TemplateResult {
    const texts = this.texts.byHand;
    const set = (name: Given, at: number) => (event: InputEvent) => {
      const value = readNumber((event.target as HTMLInputElement).value);
      if (Number.isFinite(value)) {
        this.given = { ...this.given, [name]: this.given[name].map((old, index) => (index === at ? value : old)) };
      }
    };
    const answer = (step: HandStep, columns: number, at: number) => (event: InputEvent) => {
      const text = (event.target as HTMLInputElement).value;
      const answers = this.#answersOf(step, columns).map((old, index) => (index === at ? text : old));
      this.answers = { ...this.answers, [step]: answers };
      this.wrong = null;
    };
    const grid = (columns: number, cell: (at: number, row: number, column: number) => TemplateResult) =>
      html`<table>
        ${Array.from(
          { length: WORDS },
          (_, row) =>
            html`<tr>
              ${Array.from({ length: columns }, (_c, column) => html`<td>${cell(row * columns + column, row, column)}</td>`)}
            </tr>`,
        )}
      </table>`;
    const isWrong = (step: HandStep, row: number, column: number) =>
      this.wrong?.step === step && this.wrong.row === row && this.wrong.column === column;
    return html`<p>${texts.given}</p>
      <div class="matrices">
        ${GIVEN.map(
          (name) =>
            html`<figure>
              <figcaption>${name}</figcaption>
              ${grid(
                SIZE,
                (at, row, column) =>
                  html`<input
                    inputmode="decimal"
                    aria-label=${texts.cell(name, row + 1, column + 1)}
                    .value=${String(this.given[name][at])}
                    @change=${set(name, at)}
                  />`,
              )}
            </figure>`,
        )}
      </div>
      <p>${texts.compute}</p>
      <div class="matrices">
        ${STEPS.map(
          ({ step, columns }) =>
            html`<figure>
              <figcaption>${texts.steps[step]}</figcaption>
              ${grid(
                columns,
                (at, row, column) =>
                  html`<input
                    inputmode="decimal"
                    class=${isWrong(step, row, column) ? 'wrong-cell' : ''}
                    aria-invalid=${isWrong(step, row, column) ? 'true' : 'false'}
                    aria-label=${texts.cell(texts.steps[step], row + 1, column + 1)}
                    .value=${this.#answersOf(step, columns)[at]!}
                    @input=${answer(step, columns, at)}
                  />`,
              )}
            </figure>`,
        )}
      </div>
      <p>
        <button @click=${() => void this.#check()}>${texts.check}</button>
        <button @click=${() => void this.#show()}>${texts.show}</button>
      </p>
      <p role="status">${this.told ?? nothing}</p>`;
  }
}
