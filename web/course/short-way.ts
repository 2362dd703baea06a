// The short way: what of it is done, where the learner is, and the time that is left.
import { html, type TemplateResult } from 'lit';

/** Time that a step takes a learner who reads it, guesses, and does the task. An estimate. */
const SECONDS_OF_STEP = 50;

export const minutesOf = (steps: number): number => Math.max(1, Math.round((steps * SECONDS_OF_STEP) / 60));

/** A mark for each step. @param done true for each step that is done */
export const marksOf = (current: number, done: readonly boolean[]): TemplateResult =>
  html`<div class="marks" aria-hidden="true">
    ${done.map((isDone, step) => html`<i class="${step === current ? 'current' : ''} ${isDone ? 'done' : ''}"></i>`)}
  </div>`;
