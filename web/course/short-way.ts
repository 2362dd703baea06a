// The marks of the short way: what of it is done, and where the learner is.
import { html, type TemplateResult } from 'lit';

/** A mark for each step. @param done true for each step that is done */
export const marksOf = (current: number, done: readonly boolean[]): TemplateResult =>
  html`<div class="marks" aria-hidden="true">
    ${done.map((isDone, step) => html`<i class="${step === current ? 'current' : ''} ${isDone ? 'done' : ''}"></i>`)}
  </div>`;
