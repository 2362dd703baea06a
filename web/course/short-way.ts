// Progress marks and last page of the short way, a selection of steps that leads through the course quickly.
import { html, type TemplateResult } from 'lit';
import { prose } from './prose.js';
import type { CourseFrame } from '../locales/en/pages/course/index.js';

/** Name of the step with the quiz, to which the last page of the short way links. */
export const QUIZ = 'end.2';

/** Progress marks, one for each step of the short way. @param done for each step, true if it is completed */
export const marksOf = (current: number, done: readonly boolean[]): TemplateResult =>
  html`<div class="marks" aria-hidden="true">
    ${done.map((isDone, step) => html`<i class="${step === current ? 'current' : ''} ${isDone ? 'done' : ''}"></i>`)}
  </div>`;

/** Last page of the short way: the parts of attention and their purposes, one per line. */
export const endOfShortWay = ({ title, parts, onward }: CourseFrame['shortWay']['end']): TemplateResult =>
  html`<h2 class="shown">${title}</h2>
    <ul class="parts">
      ${parts.map(([name, does]) => html`<li><b>${prose(name)}</b> ${prose(does)}</li>`)}
    </ul>
    <p>${onward}</p>`;
