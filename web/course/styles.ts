// Styles of the course: a panel with buttons, fixed at the bottom of the screen, and space for a figure.
import { css } from 'lit';
import { buttons } from '../ui/styles/buttons.js';
import { termStyles } from '../ui/styles/terms.js';
import { visuallyHidden } from '../ui/styles/visually-hidden.js';
import { voteStyles } from '../ui/vote.js';

const course = css`
  :host {
    color: var(--_spotlight-text);
  }
  .visually-hidden {
    ${visuallyHidden}
  }
  section {
    display: flex;
    flex-direction: column;
    box-sizing: border-box;
    border: 1px solid var(--_spotlight-line);
    border-radius: 14px;
    background: var(--_spotlight-surface);
    overflow: hidden;
    overflow-wrap: anywhere;
  }
  header {
    display: flex;
    gap: 8px;
    padding: 12px 16px 0;
  }
  .marks + header {
    padding-top: 8px;
  }
  header select {
    flex: 1;
    min-width: 0;
  }
  .marks {
    display: flex;
    flex: none;
    gap: 3px;
    margin: 8px 16px 0;
  }
  .marks i {
    flex: 1;
    height: 4px;
    background: var(--_spotlight-line);
  }
  .marks .done {
    background: var(--_spotlight-muted);
  }
  .marks .current {
    background: var(--_spotlight-weight);
  }
  button,
  select {
    padding: 0 14px;
  }
  .body {
    flex: 0 1 auto;
    min-height: 0;
    overflow-y: auto;
    position: relative;
    padding: 12px 16px 10px;
    outline-offset: -3px;
  }
  h2 {
    margin: 0 0 6px;
    font-size: 21px;
  }
  h2:is(.shown, .of-step) {
    margin-bottom: 4px;
    font-size: 17px;
  }
  /* For screen readers only: the menu of chapters already shows the name. */
  :host(:not([single])) h2:not(.shown, .of-step) {
    ${visuallyHidden}
  }
  .parts {
    margin: 0 0 12px;
    padding: 0;
    line-height: 1.4;
    list-style: none;
  }
  .parts li {
    margin: 0 0 8px;
  }
  /* Behind the last step there is no task. */
  footer.bare {
    flex: none;
    min-height: 0;
  }
  .body:has(+ .bare) {
    flex: 1 1 auto;
  }
  .answers {
    display: flex;
    flex-wrap: wrap;
    gap: 0 22px;
  }
  p {
    margin: 0 0 8px;
    line-height: 1.5;
    text-wrap: pretty;
  }
  .formula {
    white-space: nowrap;
  }
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    margin-bottom: 4px;
    padding: 0;
    font-weight: 600;
  }
  label {
    display: flex;
    position: relative;
    align-items: center;
    gap: 9px;
    min-height: 30px;
    cursor: pointer;
  }
  label.right {
    color: var(--_spotlight-value);
  }
  /* In place of the button: beside the text, it would stand at the next answer. */
  .mark {
    position: absolute;
    left: 0;
    width: 18px;
    text-align: center;
  }
  label.right input {
    opacity: 0;
  }
  input[type='radio'] {
    flex: none;
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: var(--_spotlight-accent);
  }
  .link {
    padding: 0;
    color: var(--_spotlight-muted);
    font-size: 15px;
  }
  .link:disabled {
    visibility: hidden;
  }
  /* Fills the rest of the panel, so that nothing moves when the task is done. */
  footer {
    display: flex;
    flex: 1 0 0;
    flex-direction: column;
    min-height: 196px;
  }
  .task {
    flex: 0 1 auto;
    box-sizing: border-box;
    min-height: 0;
    overflow-y: auto;
    margin: 2px 16px 0;
    padding: 10px 14px 2px;
    outline-offset: -3px;
    border-left: 4px solid var(--_spotlight-weight);
    border-radius: 4px 10px 10px 4px;
    background: var(--_spotlight-raised);
  }
  .task.done {
    border-color: var(--_spotlight-value);
  }
  .task p {
    margin: 0 0 8px;
    line-height: 1.5;
  }
  .task b {
    color: var(--_spotlight-weight);
  }
  .task.done b {
    color: var(--_spotlight-value);
  }
  .tried {
    color: var(--_spotlight-muted);
  }
  .verdict {
    color: var(--_spotlight-muted);
    font-size: 15px;
  }
  nav {
    display: flex;
    align-items: center;
    gap: 8px;
    margin-top: auto;
    padding: 10px 16px 12px;
  }
  nav span {
    flex: 1;
    color: var(--_spotlight-muted);
    font-size: 15px;
    line-height: 1.3;
    text-align: center;
  }
  nav button {
    min-width: 104px;
  }
  /* Inconspicuous until the task is done, but enabled. */
  button.next.done {
    border-color: var(--_spotlight-accent);
    background: var(--_spotlight-accent);
    color: var(--_spotlight-on-accent);
    font-weight: 700;
  }
  nav button:disabled {
    opacity: 0.45;
    cursor: default;
  }
  .figure {
    container-type: inline-size;
    min-width: 0;
    padding: 18px 22px;
    border: 1px solid var(--_spotlight-line);
    border-radius: 14px;
    background: var(--_spotlight-surface);
  }
`;

/**
 * Styles for a wide screen: the course is beside the <attention-spotlight> element, as high as the screen below the
 * page header.
 */
const wide = css`
  @media (min-width: 1000px) {
    section {
      grid-area: 1 / 1 / span 2 / 2;
      position: sticky;
      top: 12px;
      height: clamp(420px, calc(var(--screen, 100vh) - 92px), 1348px);
    }
    .figure {
      grid-column: 2;
    }
    /* A figure without the element uses the element's space. */
    :host([alone]) .figure {
      display: grid;
      align-items: safe center;
      box-sizing: border-box;
      min-height: clamp(420px, calc(var(--screen, 100vh) - 92px), 1348px);
    }
  }
  /* The column is as wide as a line should be long; a larger screen is read from farther away. */
  @media (min-width: 2200px) and (min-height: 1100px) {
    section {
      font-size: 21px;
    }
    h2:is(.shown, .of-step),
    .link,
    .verdict,
    nav span {
      font-size: inherit;
    }
  }
`;

/**
 * Styles for a narrow screen: the course is above the <attention-spotlight> element, and task and buttons are at the
 * lower edge of the screen.
 */
const narrow = css`
  @media (max-width: 999px) {
    section,
    .figure {
      margin-inline: 12px;
    }
    header select {
      padding-right: 0; /* of a phone's width, the arrow has its own room */
      padding-left: 8px;
    }
    section {
      overflow: visible;
    }
    /* The picture needs the room. */
    :host(:not([single])) h2.of-step {
      ${visuallyHidden}
    }
    .body {
      overflow: visible;
    }
    .figure {
      padding: 8px 14px;
    }
    footer {
      min-height: 0;
      background: var(--_spotlight-raised);
      border-top: 1px solid var(--_spotlight-line);
      position: fixed;
      z-index: 2;
      right: 0;
      bottom: 0;
      left: 0;
      box-shadow: 0 -6px 18px rgb(0 0 0 / 25%);
    }
    /* Below the text in a frame, which is as high as its content. */
    :host([single]) footer {
      position: static;
      box-shadow: none;
    }
    nav {
      padding-block: 2px 8px;
    }
    /* Grows upward with its text. */
    .task {
      flex: none;
      min-height: 58px;
      max-height: 40vh;
      margin: 0;
      padding: 8px 16px 0;
      border-radius: 0;
      font-size: 15px;
      line-height: 1.45;
    }
    .task p {
      margin-bottom: 4px;
      line-height: inherit;
    }
    /* Fixed height, so that the player above it does not move. */
    :host([player]:not([single])) .task {
      height: 106px;
    }
  }
`;

/** Print styles of the course: its text with the name of the chapter, without buttons and fixed parts. */
const print = css`
  @media print {
    header,
    nav,
    button {
      display: none;
    }
    section,
    .body {
      height: auto;
      max-height: none;
      overflow: visible;
    }
    :host(:not([single])) h2 {
      position: static;
      width: auto;
      height: auto;
      clip-path: none;
    }
    :host footer,
    :host([player]:not([single])) .task {
      position: static;
      height: auto;
      box-shadow: none;
    }
  }
`;

/** Styles of the course in a presentation: the question with its votes, enlarged, and the task. */
const presented = css`
  :host([presented]) :is(header, .marks, nav .next, nav button) {
    display: none;
  }
  :host([presented]:not([single])) h2 {
    position: static;
    width: auto;
    height: auto;
    margin: 0 0 12px;
    color: var(--_spotlight-muted);
    font-size: 17px;
    clip-path: none;
  }
  :host([presented]) legend {
    font-size: 21px;
    line-height: 1.3;
  }
  :host([presented]) .vote button,
  :host([presented]) .task {
    font-size: 17px;
  }
`;

export const courseStyles = [buttons, course, termStyles, voteStyles, wide, narrow, print, presented];
