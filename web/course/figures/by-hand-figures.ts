// Figures with exercises on attention by hand, over three tokens with two dimensions. The learner computes each step,
// and the figure points out the first mistake.
import { css, html, nothing, type TemplateResult } from 'lit';
import { checkExercise, type CellMismatch, type ExerciseSteps, type TraceStep } from '../../teaching/index.js';
import { decimal } from '../facts.js';
import { EngineFigure, figureStyles } from './figure.js';
import {
  HEAD_DIM,
  INPUTS,
  matrix,
  ONE_QUERY,
  tensorsOf,
  THREE_QUERIES,
  TOKENS,
  type Input,
  type Inputs,
} from '../exercises.js';
import { readNumber } from './parts/read-number.js';
import { typicalMistake } from './parts/typical-mistake.js';
import { withSubscripts } from '../../ui/subscripts.js';
import type { AttentionTrace, Engine } from '../../engine/index.js';
import type { Outcome } from '../step.js';
import type { Tensor } from '../../engine/core/tensor.js';

/**
 * Largest error that an answer can have because the learner computes with numbers rounded to two decimals: rounded
 * weights are multiplied by values up to 4.
 */
const TOLERANCE = 0.031;

/** Number of columns in the matrix of each computation step, in the order of computation. */
const COLUMNS = { scores: TOKENS, scaled: TOKENS, weights: TOKENS, output: HEAD_DIM } as const;
type Step = keyof typeof COLUMNS;

const isInput = (name: Input | Step): name is Input => INPUTS.some((input) => input === name);

/** Copy of a list in which one item is replaced. */
const replaced = <Item>(items: readonly Item[], index: number, item: Item): readonly Item[] =>
  items.map((old, at) => (at === index ? item : old));

const rounded = (x: number, digits: number): string => String(Number(x.toFixed(digits)));

/**
 * Base class of the exercises. A subclass chooses the computation steps that the learner does, and defines the outcome.
 */
abstract class ByHandFigure extends EngineFigure {
  static override properties = {
    ...EngineFigure.properties,
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
        width: 4.4em;
        min-height: 36px;
        padding: 0 4px;
        border: 1px solid var(--_spotlight-line);
        border-radius: 6px;
        background: var(--_spotlight-background);
        text-align: right;
      }
      input[aria-invalid='true'] {
        border: 3px solid var(--_spotlight-positive);
      }
      input[readonly] {
        border-color: transparent;
      }
      .actions {
        margin-top: 12px;
      }
      /* Reserves space for a hint, so that nothing moves when it appears. */
      .message {
        min-height: 3em;
      }
      table th {
        padding: 1px 6px 1px 0;
        font-weight: 400;
        vertical-align: middle;
      }
      table {
        width: auto;
      }
      td {
        padding: 1px;
      }
      /* What is to be computed and the button that checks it are on a phone's screen. */
      @media (max-width: 600px) {
        .matrices {
          gap: 0 18px;
        }
        figure,
        p {
          margin-bottom: 4px;
        }
        figcaption {
          margin-bottom: 0;
        }
        .actions {
          margin-top: 0;
        }
        input[readonly] {
          width: 2.8em;
          min-height: 28px;
        }
      }
    `,
  ];
  protected abstract readonly firstInputs: Inputs;
  protected readonly shown: readonly Input[] = INPUTS;
  /** Computation steps that the learner need not do: the figure shows their solution. */
  protected readonly given: readonly Step[] = [];
  /** Computation steps that the learner does, in the order of computation. */
  protected abstract readonly asked: readonly Step[];
  protected readonly editable: boolean = false;
  /** Queries, keys and values that the learner has edited; null for the figure's own numbers. */
  declare inputs: Inputs | null;
  /** The learner's answers as text, a list of [queries, columns] for each computation step. */
  declare answers: Readonly<Partial<Record<TraceStep, readonly string[]>>>;
  declare mismatch: CellMismatch | null;
  declare message: TemplateResult | null;

  constructor() {
    super();
    Object.assign(this, { inputs: null, answers: {}, mismatch: null, message: null });
  }

  /** Outcome of the exercise, reported to the course once all answers are right. */
  protected abstract outcomeOf(trace: AttentionTrace): Outcome;

  get #inputs(): Inputs {
    return this.inputs ?? this.firstInputs;
  }

  get #queries(): number {
    return this.#inputs.Q.length / HEAD_DIM;
  }

  #tensors(): [Tensor, Tensor, Tensor] {
    return tensorsOf(this.#inputs);
  }

  #answersOf(step: Step): readonly string[] {
    return this.answers[step] ?? new Array<string>(this.#queries * COLUMNS[step]).fill('');
  }

  /**
   * Numbers of the computation steps that the learner has filled in, up to the first step with an empty or invalid
   * field.
   */
  #filledSteps(): ExerciseSteps {
    const filled: ExerciseSteps = {};
    for (const step of this.asked) {
      const numbers = this.#answersOf(step).map(readNumber);
      if (numbers.some(Number.isNaN)) break;
      filled[step] = matrix(numbers, COLUMNS[step]);
    }
    return filled;
  }

  #check(engine: Engine): void {
    const filled = this.#filledSteps();
    this.mismatch = checkExercise(engine, ...this.#tensors(), filled, { tolerance: TOLERANCE });
    const filledSteps = Object.keys(filled).length;
    this.message = this.#verdict(engine, filledSteps);
    const isDone = !this.mismatch && filledSteps === this.asked.length;
    this.setOutcome(isDone ? this.outcomeOf(engine.traceAttention(...this.#tensors())) : null);
  }

  #verdict(engine: Engine, filledSteps: number): TemplateResult {
    const texts = this.texts.figures.exercise;
    if (this.mismatch) {
      const { step, row, column, got } = this.mismatch;
      const mistake = texts.wrong(texts.steps[step], row + 1, column + 1, rounded(got, 3));
      const typical = typicalMistake(engine, this.#tensors(), this.mismatch);
      const hint = step === 'scores' ? texts.hints.scores(row + 1, column + 1) : texts.hints[step];
      return html`<span class="wrong">${mistake}</span> ${typical ? texts.typical[typical] : hint}`;
    }
    const next = this.asked[filledSteps];
    if (!next) return html`<span class="right">${texts.allRight}</span>`;
    return html`<span class="right">${texts.rightSoFar(filledSteps)}</span> ${texts.next(texts.steps[next])}`;
  }

  #showSolution(engine: Engine): void {
    const trace = engine.traceAttention(...this.#tensors());
    this.answers = Object.fromEntries(
      this.asked.map((step) => [step, Array.from(trace[step].data, (x) => rounded(x, 2))]),
    );
    this.mismatch = null;
    this.message = html`${this.texts.figures.exercise.shown}`;
  }

  protected override render(): TemplateResult {
    const { engine } = this;
    const texts = this.texts.figures.exercise;
    const check = (event: Event) => {
      event.preventDefault();
      if (engine) this.#check(engine);
    };
    return html`<form @submit=${check}>
      <p>${this.editable ? texts.inputsEditable : texts.inputs}</p>
      <div class="matrices">
        ${this.shown.map((name) => this.#input(name))} ${this.given.map((step) => this.#given(step))}
      </div>
      <p>${texts.compute}</p>
      <div class="matrices">${this.asked.map((step) => this.#answer(step))}</div>
      <p class="actions">
        <button class="primary" ?disabled=${!engine}>${texts.check}</button>
        <button type="button" class="link" ?disabled=${!engine} @click=${() => engine && this.#showSolution(engine)}>
          ${texts.show}
        </button>
      </p>
      <p class="message" role="status">${this.message ?? nothing}</p>
    </form>`;
  }

  #input(name: Input): TemplateResult {
    const inputs = this.#inputs;
    const set = (index: number, text: string) => {
      const value = readNumber(text);
      if (!Number.isFinite(value)) return;
      this.inputs = { ...inputs, [name]: replaced(inputs[name], index, value) };
      this.setOutcome(null);
    };
    return this.#matrix(
      name,
      inputs[name].map((value) => decimal(value, Number.isInteger(value) ? 0 : 2)),
      HEAD_DIM,
      this.editable ? set : null,
    );
  }

  /** Matrix of a computation step whose solution the figure shows. */
  #given(step: Step): TemplateResult {
    const data = this.engine?.traceAttention(...this.#tensors())[step].data ?? [];
    return this.#matrix(
      step,
      Array.from(data, (x) => rounded(x, 2)),
      COLUMNS[step],
      null,
    );
  }

  #answer(step: Step): TemplateResult {
    const values = this.#answersOf(step);
    const set = (index: number, text: string) => {
      this.answers = { ...this.answers, [step]: replaced(values, index, text) };
      this.mismatch = null;
      this.setOutcome(null);
    };
    const isWrong = (row: number, column: number) =>
      this.mismatch?.step === step && this.mismatch.row === row && this.mismatch.column === column;
    return this.#matrix(step, values, COLUMNS[step], set, isWrong);
  }

  /**
   * Label of a matrix row: k_1, v_1 and so on for keys and values, q_1 and so on for the other matrices; q if there is
   * a single query.
   */
  #rowName(matrix: Input | Step, row: number): string {
    if (matrix === 'K' || matrix === 'V') return `${matrix.toLowerCase()}_${row + 1}`;
    return this.#queries === 1 ? 'q' : `q_${row + 1}`;
  }

  /**
   * A matrix of input fields, [rows, columns].
   * @param set called with an edited field; null if the fields are read-only
   */
  #matrix(
    name: Input | Step,
    values: readonly string[],
    columns: number,
    set: ((index: number, text: string) => void) | null,
    isWrong: (row: number, column: number) => boolean = () => false,
  ): TemplateResult {
    const { steps, fields } = this.texts.figures.exercise;
    const field = (row: number, column: number) => {
      const index = row * columns + column;
      return html`<td>
        <input
          inputmode="decimal"
          ?readonly=${set === null}
          aria-label=${fields[name](row + 1, column + 1)}
          aria-invalid=${isWrong(row, column) ? 'true' : 'false'}
          .value=${values[index]!}
          @change=${(event: Event) => set?.(index, (event.target as HTMLInputElement).value)}
        />
      </td>`;
    };
    const range = (length: number) => Array.from({ length }, (_, index) => index);
    return html`<figure>
      <figcaption>${isInput(name) ? name : steps[name]}</figcaption>
      <table>
        ${range(values.length / columns).map(
          (row) =>
            html`<tr>
              <th scope="row">${withSubscripts(this.#rowName(name, row))}</th>
              ${range(columns).map((column) => field(row, column))}
            </tr>`,
        )}
      </table>
    </figure>`;
  }
}

/** Formats the first three numbers of a computation step as the facts `first`, `second` and `third` of the outcome. */
function named(data: Float32Array, digits: number): Record<'first' | 'second' | 'third', string> {
  const [first, second, third] = Array.from(data, (x) => decimal(x, digits));
  return { first: first!, second: second!, third: third! };
}

export class ScoresByHandFigure extends ByHandFigure {
  protected override readonly firstInputs = ONE_QUERY;
  protected override readonly shown = ['Q', 'K'] as const;
  protected override readonly asked = ['scores'] as const;

  protected override outcomeOf({ scores: { data } }: AttentionTrace): Outcome {
    const best = data.indexOf(Math.max(...data));
    return { facts: { ...named(data, 0), best: String(best + 1) }, right: best };
  }
}

export class WeightsByHandFigure extends ByHandFigure {
  protected override readonly firstInputs = ONE_QUERY;
  protected override readonly shown = [];
  protected override readonly given = ['scores'] as const;
  protected override readonly asked = ['scaled', 'weights'] as const;

  protected override outcomeOf({ weights: { data } }: AttentionTrace): Outcome {
    return { facts: named(data, 2), right: Math.min(...data) > 0 ? 1 : 0 };
  }
}

export class AttentionByHandFigure extends ByHandFigure {
  protected override readonly firstInputs = THREE_QUERIES;
  protected override readonly asked = ['scores', 'scaled', 'weights', 'output'] as const;
  protected override readonly editable = true;

  protected override outcomeOf({ weights: { data: weights }, output: { data: output } }: AttentionTrace): Outcome {
    const largest = Array.from({ length: TOKENS }, (_, row) =>
      Math.max(...weights.subarray(row * TOKENS, (row + 1) * TOKENS)),
    );
    const query = largest.indexOf(Math.max(...largest));
    const of = (row: number) => `(${decimal(output[row * HEAD_DIM]!)}, ${decimal(output[row * HEAD_DIM + 1]!)})`;
    const facts = {
      query: String(query + 1),
      largest: decimal(largest[query]!),
      first: of(0),
      second: of(1),
      third: of(2),
    };
    return { facts, right: query };
  }
}
