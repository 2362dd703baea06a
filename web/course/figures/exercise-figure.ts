// Attention by hand for three tokens of two numbers: the learner computes, the first mistake is pointed out.
import { css, html, nothing, type TemplateResult } from 'lit';
import { checkExercise, type CellMismatch, type ExerciseSteps, type TraceStep } from '../../teaching/index.js';
import { Figure, figureStyles } from './figure.js';
import { sharedEngine } from '../../element/model/shared-engine.js';
import type { Tensor } from '../../engine/index.js';

const [TOKENS, HEAD_DIM] = [3, 2];

/** The largest error that two decimals can lead to: weights rounded by hand are multiplied with values up to 4. */
const TOLERANCE = 0.031;

const INPUTS = ['Q', 'K', 'V'] as const;
type Input = (typeof INPUTS)[number];

/** The steps that the learner computes, and the columns of each. */
const STEPS: readonly { step: TraceStep; columns: number }[] = [
  { step: 'scores', columns: TOKENS },
  { step: 'scaled', columns: TOKENS },
  { step: 'weights', columns: TOKENS },
  { step: 'output', columns: HEAD_DIM },
];

/** [TOKENS, HEAD_DIM] each */
const FIRST_INPUTS: Readonly<Record<Input, readonly number[]>> = {
  Q: [1, 0, 0, 1, 1, 1],
  K: [1, 0, 1, 1, 0, 2],
  V: [1, 2, 3, 0, 0, 4],
};

const matrix = (data: readonly number[], columns: number): Tensor => ({
  data: Float32Array.from(data),
  shape: [1, 1, TOKENS, columns],
});

/** A copy with one item in place of another. */
const replaced = <Item>(items: readonly Item[], index: number, item: Item): readonly Item[] =>
  items.map((old, at) => (at === index ? item : old));

const rounded = (x: number, digits: number): string => String(Number(x.toFixed(digits)));

/** A number as people write it, also with a decimal comma or a true minus sign. NaN: not a number. */
function readNumber(text: string): number {
  const plain = text.trim().replace(',', '.').replace('−', '-');
  return plain === '' ? Number.NaN : Number(plain);
}

export class ExerciseFigure extends Figure {
  static override properties = {
    ...Figure.properties,
    inputs: { state: true },
    answers: { state: true },
    mismatch: { state: true },
    message: { state: true },
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
        border: 1px solid var(--_spotlight-line);
        border-radius: 6px;
        background: var(--_spotlight-background);
        text-align: right;
      }
      input[aria-invalid='true'] {
        border: 3px solid var(--_spotlight-positive);
      }
      table {
        width: auto;
      }
      td {
        padding: 1px;
      }
    `,
  ];
  declare inputs: Readonly<Record<Input, readonly number[]>>;
  /** What the learner typed, [TOKENS, columns] for each step. */
  declare answers: Readonly<Partial<Record<TraceStep, readonly string[]>>>;
  declare mismatch: CellMismatch | null;
  declare message: TemplateResult | null;

  constructor() {
    super();
    Object.assign(this, { inputs: FIRST_INPUTS, answers: {}, mismatch: null, message: null });
  }

  #tensors(): [Tensor, Tensor, Tensor] {
    const { Q, K, V } = this.inputs;
    return [matrix(Q, HEAD_DIM), matrix(K, HEAD_DIM), matrix(V, HEAD_DIM)];
  }

  #answersOf(step: TraceStep, columns: number): readonly string[] {
    return this.answers[step] ?? new Array<string>(TOKENS * columns).fill('');
  }

  /** The steps that are filled in, up to the first that is not. */
  #filledSteps(): ExerciseSteps {
    const filled: ExerciseSteps = {};
    for (const { step, columns } of STEPS) {
      const numbers = this.#answersOf(step, columns).map(readNumber);
      if (numbers.some(Number.isNaN)) break;
      filled[step] = matrix(numbers, columns);
    }
    return filled;
  }

  async #check(): Promise<void> {
    const engine = await sharedEngine();
    const filled = this.#filledSteps();
    this.mismatch = checkExercise(engine, ...this.#tensors(), filled, { tolerance: TOLERANCE });
    this.message = this.#verdict(Object.keys(filled).length);
    if (!this.mismatch && Object.keys(filled).length === STEPS.length) this.done();
  }

  #verdict(filledSteps: number): TemplateResult {
    const texts = this.texts.exercise;
    if (this.mismatch) {
      const { step, row, column, got } = this.mismatch;
      const mistake = texts.wrong(texts.steps[step], row + 1, column + 1, rounded(got, 3));
      return html`<span class="wrong">${mistake}</span> ${texts.hints[step]}`;
    }
    const next = STEPS[filledSteps];
    if (!next) return html`<span class="right">${texts.allRight}</span>`;
    return html`<span class="right">${texts.rightSoFar(filledSteps)}</span> ${texts.next(texts.steps[next.step])}`;
  }

  async #showSolution(): Promise<void> {
    const engine = await sharedEngine();
    const trace = engine.traceAttention(...this.#tensors());
    this.answers = Object.fromEntries(
      STEPS.map(({ step }) => [step, Array.from(trace[step].data, (x) => rounded(x, 2))]),
    );
    this.mismatch = null;
    this.message = html`${this.texts.exercise.shown}`;
  }

  protected override render(): TemplateResult {
    const texts = this.texts.exercise;
    return html`<p>${texts.inputs}</p>
      <div class="matrices">${INPUTS.map((name) => this.#input(name))}</div>
      <p>${texts.compute}</p>
      <div class="matrices">${STEPS.map(({ step, columns }) => this.#answer(step, columns))}</div>
      <p>
        <button @click=${() => void this.#check()}>${texts.check}</button>
        <button @click=${() => void this.#showSolution()}>${texts.show}</button>
      </p>
      <p role="status">${this.message ?? nothing}</p>`;
  }

  #input(name: Input): TemplateResult {
    const set = (index: number, text: string) => {
      const value = readNumber(text);
      if (Number.isFinite(value)) this.inputs = { ...this.inputs, [name]: replaced(this.inputs[name], index, value) };
    };
    return this.#matrix(name, this.inputs[name].map(String), HEAD_DIM, set, () => false);
  }

  #answer(step: TraceStep, columns: number): TemplateResult {
    const values = this.#answersOf(step, columns);
    const set = (index: number, text: string) => {
      this.answers = { ...this.answers, [step]: replaced(values, index, text) };
      this.mismatch = null;
    };
    const isWrong = (row: number, column: number) =>
      this.mismatch?.step === step && this.mismatch.row === row && this.mismatch.column === column;
    return this.#matrix(this.texts.exercise.steps[step], values, columns, set, isWrong);
  }

  /** A matrix of fields, [TOKENS, columns]. */
  #matrix(
    name: string,
    values: readonly string[],
    columns: number,
    set: (index: number, text: string) => void,
    isWrong: (row: number, column: number) => boolean,
  ): TemplateResult {
    const field = (row: number, column: number) => {
      const index = row * columns + column;
      return html`<td>
        <input
          inputmode="decimal"
          aria-label=${this.texts.exercise.cell(name, row + 1, column + 1)}
          aria-invalid=${isWrong(row, column) ? 'true' : 'false'}
          .value=${values[index]!}
          @change=${(event: Event) => set(index, (event.target as HTMLInputElement).value)}
        />
      </td>`;
    };
    const range = (length: number) => Array.from({ length }, (_, index) => index);
    return html`<figure>
      <figcaption>${name}</figcaption>
      <table>
        ${range(TOKENS).map(
          (row) =>
            html`<tr>
              ${range(columns).map((column) => field(row, column))}
            </tr>`,
        )}
      </table>
    </figure>`;
  }
}
