// Styles of a page during a presentation: only the presented section is visible, enlarged by the factor --enlarged.
import { css } from 'lit';

export const presentingStyles = css`
  :root[data-presenting] {
    --screen: calc(100vh / var(--enlarged) + 68px); /* height of the screen for a page with its header */
    --offered: none; /* hides controls for choices that the speaker has made before */
    overflow: hidden auto;
    scrollbar-width: none;
  }
  :root[data-presenting] body {
    display: block;
    padding: 0;
  }
  :root[data-presenting] :is(body > header, body > footer, own-model) {
    display: none;
  }
  :root[data-presenting] main {
    box-sizing: border-box;
    zoom: var(--enlarged);
    max-width: none;
    min-height: calc(100vh / var(--enlarged));
    padding: 12px;
  }
  :root[data-presenting] main:has(> attention-course[open]) {
    grid-template-columns: 320px minmax(0, 1fr);
  }
  :root[data-presenting='black'] {
    background: #000;
  }
  :root[data-presenting='black'] body {
    visibility: hidden;
  }
`;

/** Styles of the QR code and of the hints to the speaker. */
export const aidStyles = css`
  .presenting-code {
    position: fixed;
    z-index: 9;
    inset: 0;
    display: grid;
    place-content: center;
    background: #fff;
  }
  .presenting-code svg {
    width: 82vmin;
    justify-self: center;
  }
  .presenting-code p {
    max-width: 90vw;
    margin: 0;
    color: #000;
    font-size: clamp(15px, 2vmin, 38px);
    text-align: center;
    overflow-wrap: anywhere;
  }
  .presenting-keys {
    position: fixed;
    z-index: 10;
    right: 0;
    bottom: 0;
    left: 0;
    margin: 0;
    padding: 12px 24px;
    background: var(--ink);
    color: var(--page);
    font-size: clamp(17px, 1.5vw, 38px);
    text-align: center;
    pointer-events: none;
  }
`;

/**
 * Styles of the sheet with the opening question to a class, which covers the first scene. The sheet has a shadow root
 * of its own.
 */
export const openingVoteStyles = css`
  :host {
    position: absolute;
    z-index: 2;
    inset: 0;
    display: grid;
    align-content: center;
    gap: 4vh;
    padding: 4vh 12vw;
    background: var(--_spotlight-background);
    color: var(--_spotlight-text);
    font-family: var(--_spotlight-fonts);
    font-size: 3vw;
  }
  p {
    margin: 0;
    text-align: center;
  }
  .sentence {
    font-size: 3.6vw;
    text-wrap: balance;
  }
  legend {
    margin-bottom: 2vh;
    padding: 0;
    font-weight: 700;
  }
  .on {
    border: 0;
    background: none;
    color: var(--_spotlight-muted);
    font: inherit;
    font-size: 1.6vw;
    cursor: pointer;
  }
  :host(.voted) {
    inset: 0 0 auto;
    padding: 2vh 2vw;
    background: none;
    font-size: 1.8vw;
    pointer-events: none;
  }
`;
