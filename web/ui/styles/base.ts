// Styles of the host element, notices and captions.
import { css, unsafeCSS } from 'lit';
import { CJK_PUNCTUATION } from '../cjk-punctuation-font.js';
import { visuallyHidden } from './visually-hidden.js';

export const base = css`
  :host {
    display: block;
    background: var(--_spotlight-surface);
    border: 1px solid var(--_spotlight-line);
    border-radius: 14px;
    overflow: clip; /* unlike hidden, it lets the player stick to the edge of the screen */
    font: 15px/1.5 var(--_spotlight-fonts);
    /* resets inherited text styles of the page */
    direction: ltr;
    text-align: start;
    text-indent: 0;
    text-shadow: none;
    text-transform: none;
    letter-spacing: normal;
    word-spacing: normal;
    white-space: normal;
    container-type: inline-size;
  }
  [lang|='zh'] {
    font-family: '${unsafeCSS(CJK_PUNCTUATION)}', var(--_spotlight-fonts);
    text-spacing-trim: trim-start;
  }
  :host([hidden]) {
    display: none;
  }
  * {
    box-sizing: border-box;
  }
  .notice {
    margin: 0;
    padding: 7px 16px;
    background: var(--_spotlight-raised);
    color: var(--_spotlight-text);
    font-size: 15px;
  }
  .notice.error {
    border-left: 4px solid var(--_spotlight-positive);
  }
  ::slotted([slot='caption']) {
    display: block;
    margin: 0;
    padding: 10px 16px;
    border-top: 1px solid var(--_spotlight-line);
  }
  .visually-hidden {
    ${visuallyHidden}
  }
`;
