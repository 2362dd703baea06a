// Renders the task of a course step and, once it is done, its outcome.
import { html, nothing, type TemplateResult } from 'lit';
import { fill } from './facts.js';
import { SKIPPED } from './question.js';
import { prose } from './prose.js';
import type { CourseTexts } from './texts.js';
import type { Attempt } from './attempt.js';
import type { Explaining } from '../ui/terms.js';
import type { Outcome } from './step.js';
import type { StepTexts } from '../locales/chapter-texts.js';

interface Report {
  /** Index of the answer that the learner predicted, or SKIPPED. */
  prediction: number;
  outcome: Outcome | null;
  /** True if the learner has already done the task on an earlier visit. */
  wasDone: boolean;
  /** The learner's latest attempt that did not complete the task; null if there is none. */
  attempt: Attempt | null;
  startOver: () => void;
  terms: Explaining;
}

export function report(
  texts: CourseTexts,
  { predict, task, hint, saw }: StepTexts,
  { prediction, outcome, wasDone, attempt, startOver, terms }: Report,
): TemplateResult {
  const done = outcome !== null;
  const verdict = done && predict ? verdictOf(texts, predict.answers, prediction, outcome.right) : '';
  const text = done
    ? html`<p><b>${texts.saw}</b>${prose(fill(saw, outcome.facts), terms)}</p>`
    : html`<p><b>${texts.task}</b>${prose(task)}${wasDone ? ' ✓' : nothing}</p>`;
  return html`<div class="task ${done || wasDone ? 'done' : ''}" role="status" tabindex="0">
    ${text} ${done || !attempt ? nothing : hintOn(texts, attempt, hint, startOver)}
    ${verdict === '' ? nothing : html`<p class="verdict">${prose(verdict)}</p>`}
  </div>`;
}

function amiss({ tried }: CourseTexts, attempt: Attempt): string {
  if (attempt.kind === 'word') return tried.word(attempt.word);
  if (attempt.kind === 'cell') return tried.cell(attempt.row, attempt.column);
  return tried[attempt.kind];
}

/** Feedback on an unsuccessful attempt at the task, with a hint and a button that restarts the step. */
function hintOn(texts: CourseTexts, attempt: Attempt, hint: string | undefined, startOver: () => void): TemplateResult {
  return html`<p class="tried">
    ${hint ? texts.tried.withHint(amiss(texts, attempt), hint) : amiss(texts, attempt)}
    <button class="link" @click=${startOver}>${texts.tried.startOver}</button>
  </p>`;
}

/**
 * Sentence that tells whether the learner's prediction was right; '' if there was no prediction, or if no answer is
 * right.
 */
function verdictOf(texts: CourseTexts, answers: readonly string[], prediction: number, right: number | null): string {
  if (prediction === SKIPPED || right === null) return '';
  return prediction === right ? texts.predictedRight : texts.predictedWrong(answers[prediction]!, answers[right]!);
}
