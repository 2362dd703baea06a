// The question before the task of a step, to which the learner predicts the answer.
import { html, nothing, type TemplateResult } from 'lit';
import { prose } from './prose.js';
import type { CourseTexts } from './texts.js';
import type { Outcome } from './step.js';
import type { StepTexts } from '../locales/chapter-texts.js';

/** Value of a prediction if the learner has skipped the question. */
export const SKIPPED = -1;

/**
 * Renders the question of a step and its answers.
 * @param prediction index of the learner's answer, or SKIPPED; undefined before an answer
 */
export function question(
  texts: CourseTexts,
  { question: asked, answers }: NonNullable<StepTexts['predict']>,
  prediction: number | undefined,
  outcome: Outcome | null,
  choose: (answer: number) => void,
): TemplateResult {
  const choice = (answer: string, index: number) =>
    html`<label class=${outcome?.right === index ? 'right' : ''}>
      <input
        type="radio"
        name="prediction"
        ?disabled=${outcome !== null}
        .checked=${prediction === index}
        @change=${() => choose(index)}
      />
      <span>${prose(answer)}${outcome?.right === index ? html`<span class="mark"> ✓</span>` : nothing}</span>
    </label>`;
  return html`<fieldset>
    <legend>${texts.predict}${prose(asked)}</legend>
    <div class="answers">${answers.map(choice)}</div>
    <button class="link" ?disabled=${outcome !== null || prediction !== undefined} @click=${() => choose(SKIPPED)}>
      ${texts.skip}
    </button>
  </fieldset>`;
}
