// The bar above a step of the short way: what is done, where the learner is, and the time that is left.
import { html, type TemplateResult } from 'lit';
import type { CourseTexts } from './texts.js';

/** Time that a step takes a learner who reads it, guesses, and does the task. An estimate. */
const SECONDS_OF_STEP = 50;

export const minutesOf = (steps: number): number => Math.max(1, Math.round((steps * SECONDS_OF_STEP) / 60));

/** @param done whether each step of the way is done */
export function shortWay({ shortWay: texts }: CourseTexts, current: number, done: readonly boolean[]): TemplateResult {
  const mark = (isDone: boolean, step: number) =>
    html`<i class="${step === current ? 'current' : ''} ${isDone ? 'done' : ''}"></i>`;
  const { length } = done;
  return html`<div class="way">
    <div class="marks" aria-hidden="true">${done.map(mark)}</div>
    <p>${texts.left(current + 1, length, minutesOf(length - current))}</p>
  </div>`;
}
