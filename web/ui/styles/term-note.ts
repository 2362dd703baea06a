// Styles of the note that explains a term of the glossary.
import { css, type CSSResult } from 'lit';

/** Style sheet of the note, which is adopted when the first note opens. */
export const noteStyles: CSSResult = css`
  .term-note {
    position: fixed;
    inset: auto;
    max-width: min(30em, 100vw - 24px);
    margin: 0;
    padding: 12px 16px;
    border: 1px solid var(--_spotlight-muted);
    border-radius: 8px;
    background: var(--_spotlight-surface);
    color: var(--_spotlight-text);
    font: 15px/1.5 var(--_spotlight-fonts);
    text-align: start;
  }
  .term-note:focus-visible {
    outline: none;
  }
  .term-note::backdrop {
    background: none;
  }
  .term-note p {
    margin: 0;
    line-height: 1.5;
  }
  .term-note p + p {
    margin-top: 6px;
  }
  .term-note :is(a, button) {
    padding: 4px 0;
    color: var(--_spotlight-accent);
  }
`;
