// The worksheet, and its version with answers for teachers. It has the exercises of the course with the same numbers,
// and the engine computes the answers.
import { html, nothing, type TemplateResult } from 'lit';
import { decimal } from '../facts.js';
import {
  HEAD_DIM,
  INPUTS,
  ONE_QUERY,
  tensorsOf,
  THREE_QUERIES,
  TOKENS,
  type Input,
  type Inputs,
} from '../exercises.js';
import { plane } from '../figures/parts/plane.js';
import { pointsOf, weightedSum } from '../figures/parts/values.js';
import { withSubscripts } from '../../ui/subscripts.js';
import type { CourseTexts } from '../texts.js';
import type { Engine } from '../../engine/index.js';
import type { WorksheetTexts } from '../../locales/en/pages/worksheet.js';

const COLUMNS = { scores: TOKENS, scaled: TOKENS, weights: TOKENS, output: HEAD_DIM } as const;
type Step = keyof typeof COLUMNS;

interface Sheet {
  course: CourseTexts;
  texts: WorksheetTexts;
  engine: Engine;
  /** True for the teacher's version, which contains the answers. */
  solved: boolean;
}

/** A matrix on the worksheet, with labels. @param values its numbers; null for empty cells to fill in */
function matrix(name: string, values: readonly string[] | null, rows: number, columns: number): TemplateResult {
  const range = (length: number) => Array.from({ length }, (_, index) => index);
  const cell = (row: number, column: number) =>
    html`<td class=${values ? '' : 'empty'}>${values ? values[row * columns + column] : nothing}</td>`;
  return html`<figure class="matrix">
    <figcaption>${withSubscripts(name)}</figcaption>
    <table>
      ${range(rows).map(
        (row) =>
          html`<tr>
            ${range(columns).map((column) => cell(row, column))}
          </tr>`,
      )}
    </table>
  </figure>`;
}

const given = (inputs: Inputs, names: readonly Input[]): TemplateResult[] =>
  names.map((name) => matrix(name, inputs[name].map(String), inputs[name].length / HEAD_DIM, HEAD_DIM));

/** Matrices of the computation steps of an exercise: empty, or with the solution to two decimals. */
function asked({ course, engine, solved }: Sheet, inputs: Inputs, steps: readonly Step[]): TemplateResult[] {
  const trace = engine.traceAttention(...tensorsOf(inputs));
  const queries = inputs.Q.length / HEAD_DIM;
  return steps.map((step) => {
    const values = Array.from(trace[step].data, (value) => decimal(value, step === 'scores' ? 0 : 2));
    return matrix(course.figures.exercise.steps[step], solved ? values : null, queries, COLUMNS[step]);
  });
}

function task(texts: WorksheetTexts, number: number, title: string, content: TemplateResult): TemplateResult {
  return html`<section>
    <h2>${texts.task(number)} ${title}</h2>
    ${content}
  </section>`;
}

function averageTask({ course, texts, engine, solved }: Sheet): TemplateResult {
  const { average } = course.figures;
  const found = weightedSum(engine, [1 / 3, 1 / 3, 1 / 3]);
  const [x, y] = found.map((value) => decimal(value, 0));
  const output = solved ? { name: average.average, at: found } : null;
  return html`<div class="beside">
    ${plane(average.plane, pointsOf(average.tokens), output)}
    <div>
      <p>${average.compute}</p>
      <p>${texts.average} (${solved ? html`<b>${x}, ${y}</b>` : html`<i class="blank"></i>, <i class="blank"></i>`})</p>
      <p>${texts.mark}${solved ? html` <b>${texts.inside}</b>` : nothing}</p>
    </div>
  </div>`;
}

function quizTask({ course, solved }: Sheet): TemplateResult {
  const { questions } = course.figures.quiz;
  return html`<ol class="quiz">
    ${questions.map(
      ({ question, answers, right, notes }) =>
        html`<li>
          ${question}
          <ul>
            ${answers.map(
              (answer, index) =>
                html`<li>${solved && index === right ? html`<b>☑ ${answer}</b>` : html`☐ ${answer}`}</li>`,
            )}
          </ul>
          ${solved ? html`<p class="note">${notes[right]}</p>` : nothing}
        </li>`,
    )}
  </ol>`;
}

export function exerciseSheet(sheet: Sheet): TemplateResult {
  const { texts, solved } = sheet;
  const [average, scores, softmax, whole, quiz] = texts.tasks;
  return html`<h1>${solved ? texts.sheets.answers : texts.sheets.worksheet}</h1>
    ${solved ? nothing : html`<p class="who">${texts.who}<i class="blank long"></i>${texts.date}<i class="blank"></i></p>`}
    ${task(texts, 1, average!.title, averageTask(sheet))}
    ${task(
      texts,
      2,
      scores!.title,
      html`<p>${scores!.text}</p>
        <div class="matrices">${given(ONE_QUERY, ['Q', 'K'])} ${asked(sheet, ONE_QUERY, ['scores'])}</div>`,
    )}
    ${task(
      texts,
      3,
      softmax!.title,
      html`<p>${softmax!.text}</p>
        <div class="matrices">${asked(sheet, ONE_QUERY, ['scaled', 'weights'])}</div>`,
    )}
    ${task(
      texts,
      4,
      whole!.title,
      html`<p>${whole!.text}</p>
        <div class="matrices">${given(THREE_QUERIES, INPUTS)}</div>
        <div class="matrices">${asked(sheet, THREE_QUERIES, ['scores', 'scaled', 'weights', 'output'])}</div>`,
    )}
    ${task(texts, 5, quiz!.title, quizTask(sheet))}`;
}
