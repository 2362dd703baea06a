// The short way through the course: its progress marks and its last page.
import { html, type TemplateResult } from 'lit';
import { prose } from './prose.js';
import type { CourseFrame } from '../locales/en/pages/course/index.js';

/** Step with the quiz, to which the end of the short way links. */
export const QUIZ = 'end.2';

/** Progress marks, one for each step. @param done true for each step that is completed */
export const marksOf = (current: number, done: readonly boolean[]): TemplateResult =>
  html`<div class="marks" aria-hidden="true">
    ${done.map((isDone, step) => html`<i class="${step === current ? 'current' : ''} ${isDone ? 'done' : ''}"></i>`)}
  </div>`;

/** The parts of attention and their purposes, one per line. */
export const endOfShortWay = ({ title, parts, onward }: CourseFrame['shortWay']['end']): TemplateResult =>
  html`<h2 class="shown">${title}</h2>
    <ul class="parts">
      ${parts.map(([name, does]) => html`<li><b>${prose(name)}</b> ${prose(does)}</li>`)}
    </ul>
    <p>${onward}</p>`;
