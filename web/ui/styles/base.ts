// Styles of the host, notices and captions.
import { css, unsafeCSS } from 'lit';
import { CJK_PUNCTUATION } from '../cjk-punctuation-font.js';
import { SANS } from '../../view/marks/fonts.js';

export const base = css`
  :host {
    display: block;
    color: var(--text);
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: 14px;
    overflow: hidden;
    --fonts: ${unsafeCSS(SANS)};
    font: 15px/1.5 var(--fonts);
    container-type: inline-size;
  }
  [lang|='zh'] {
    font-family: '${unsafeCSS(CJK_PUNCTUATION)}', var(--fonts);
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
    background: var(--raised);
    color: var(--text);
    font-size: 13.5px;
  }
  .notice.error {
    border-left: 4px solid var(--positive);
  }
  ::slotted([slot='caption']) {
    display: block;
    margin: 0;
    padding: 10px 16px;
    border-top: 1px solid var(--line);
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;
