// A question on which a class votes. Each click on an answer, or press of its number key, adds a vote.
import { css, html, nothing, type TemplateResult } from 'lit';
import { styled } from './style-vars-directive.js';

export interface Vote {
  question: TemplateResult | string;
  answers: readonly (TemplateResult | TemplateResult[] | string)[];
  counts: readonly number[];
  /** Index of the right answer; null if it is not known yet, or if no answer is right. */
  right: number | null;
  cast: (answer: number) => void;
}

/** Index of the answer for which a number key votes; null for any other key. */
export function votedBy(key: string, answers: number): number | null {
  const answer = Number(key) - 1;
  return /^[1-9]$/.test(key) && answer < answers ? answer : null;
}

export function vote({ question, answers, counts, right, cast }: Vote): TemplateResult {
  const most = Math.max(1, ...counts);
  return html`<fieldset class="vote">
    <legend>${question}</legend>
    ${answers.map(
      (answer, index) =>
        html`<button
          class=${right === index ? 'right' : ''}
          ${styled({ '--votes': `${(100 * counts[index]!) / most}%` })}
          @click=${() => cast(index)}
        >
          <kbd>${index + 1}</kbd>
          <span>${answer}${right === index ? ' ✓' : nothing}</span>
          <output>${counts[index]}</output>
        </button>`,
    )}
  </fieldset>`;
}

export const voteStyles = css`
  .vote {
    margin: 0;
    padding: 0;
    border: 0;
  }
  .vote button {
    display: grid;
    grid-template-columns: auto 1fr auto;
    gap: 0 0.6em;
    align-items: baseline;
    width: 100%;
    min-height: 44px;
    margin-top: 6px;
    padding: 6px 12px;
    border: 1px solid var(--_spotlight-line);
    border-radius: 9px;
    background: linear-gradient(
      to right,
      color-mix(in srgb, var(--_spotlight-weight) 28%, transparent) var(--votes),
      transparent var(--votes)
    );
    color: inherit;
    font: inherit;
    text-align: left;
    cursor: pointer;
  }
  .vote kbd {
    color: var(--_spotlight-muted);
    font: inherit;
    font-variant-numeric: tabular-nums;
  }
  .vote output {
    font-weight: 700;
    font-variant-numeric: tabular-nums;
  }
  .vote .right {
    border: 3px solid var(--_spotlight-value);
    color: var(--_spotlight-value);
    font-weight: 700;
  }
`;
