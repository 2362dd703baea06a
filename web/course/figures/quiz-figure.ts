// Figure: a quiz with six questions, and an explanation for each answer.
import { css, html, nothing, type TemplateResult } from 'lit';
import { Figure, figureStyles } from './figure.js';
import { withSubscripts } from '../../ui/subscripts.js';

export class QuizFigure extends Figure {
  static override properties = { ...Figure.properties, chosen: { state: true } };
  static override styles = [
    figureStyles,
    css`
      fieldset {
        margin: 0 0 16px;
        padding: 0 0 12px;
        border: 0;
        border-bottom: 1px solid var(--_spotlight-line);
      }
      label {
        flex-wrap: nowrap;
      }
      input {
        flex: none;
      }
      legend {
        padding: 0;
        font-weight: 600;
      }
    `,
  ];
  /** Index of the chosen answer to each question; null for a question that has not been answered. */
  declare chosen: readonly (number | null)[];
  #mistakes = 0;

  constructor() {
    super();
    Object.assign(this, { chosen: [] });
  }

  #choose(question: number, answer: number): void {
    const { questions } = this.texts.figures.quiz;
    this.chosen = questions.map((_, index) => (index === question ? answer : (this.chosen[index] ?? null)));
    if (questions[question]!.right !== answer) this.#mistakes++;
    const rightAnswers = questions.filter(({ right }, index) => this.chosen[index] === right).length;
    const facts = { questions: String(questions.length), mistakes: String(this.#mistakes) };
    this.setOutcome(rightAnswers === questions.length ? { facts, right: null } : null);
  }

  protected override render(): TemplateResult {
    return html`${this.texts.figures.quiz.questions.map((_, index) => this.#question(index))}`;
  }

  #question(index: number): TemplateResult {
    const { questions, right: rightText, wrong: wrongText } = this.texts.figures.quiz;
    const { question, answers, right, notes } = questions[index]!;
    const chosen = this.chosen[index] ?? null;
    const isRight = chosen === right;
    const verdict = html`<span class=${isRight ? 'right' : 'wrong'}>${isRight ? rightText : wrongText}</span>`;
    return html`<fieldset>
      <legend>${index + 1}. ${withSubscripts(question)}</legend>
      ${answers.map(
        (answer, each) =>
          html`<label>
            <input
              type="radio"
              name=${`question-${index}`}
              .checked=${chosen === each}
              @change=${() => this.#choose(index, each)}
            />
            <span>${withSubscripts(answer)}</span>
          </label>`,
      )}
      <div role="status">${chosen === null ? nothing : html`${verdict} ${withSubscripts(notes[chosen]!)}`}</div>
    </fieldset>`;
  }
}
