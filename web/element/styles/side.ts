// Styles of the panel beside the canvas.
import { css } from 'lit';

export const side = css`
  .next-tokens {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin: 4px 0 10px;
    padding: 0;
    list-style: none;
  }
  .next-tokens li {
    padding: 2px 8px;
    border: 1px solid var(--_spotlight-line);
    border-radius: 7px;
    background: var(--_spotlight-raised);
    font-size: var(--_spotlight-small, 13px);
  }
  .side {
    display: flex;
    flex: none;
    flex-direction: column;
    width: 300px;
    border-left: 1px solid var(--_spotlight-line);
    background: var(--_spotlight-background);
    overflow-wrap: anywhere;
  }
  /* The panel scrolls, so that nothing moves if one stage has a longer text than another. */
  [data-side='step'] .side {
    display: grid;
    /* The text, and below it the interventions; each scrolls. */
    grid-template-rows: minmax(40%, 1fr) minmax(0, auto);
    height: var(--_spotlight-canvas-height);
  }
  [data-side='step'] .interventions {
    grid-row: 2; /* even before the text has been loaded */
    position: relative; /* hidden radio buttons scroll with their labels */
    overflow-y: auto;
  }
  [data-side='step'] aside {
    overflow-y: auto;
  }
  /* Placed above the explanation of all heads, which is long. */
  [data-side='heads'] .interventions {
    order: -1;
    border-top: 0;
    border-bottom: 1px solid var(--_spotlight-line);
  }
  /* Enough room for the interventions to be undone without scrolling. */
  [data-side='step'] .side:has(.reset) {
    grid-template-rows: minmax(30%, 1fr) minmax(0, auto);
  }
  /* Text that continues below the lower edge fades there; at its end, the fade covers nothing. */
  @container (min-width: 761px) {
    :not(.presenting)[data-side='step'] :is(aside, .interventions) {
      padding-bottom: 0;
    }
    :not(.presenting)[data-side='step'] :is(aside, .interventions)::after {
      content: '';
      position: sticky;
      bottom: 0;
      flex: none;
      width: 100%;
      height: 28px;
      margin-top: -8px;
      background: linear-gradient(transparent, var(--_spotlight-background));
      pointer-events: none;
    }
  }
  [data-side='caption'] .canvas {
    flex-basis: 100%;
  }
  [data-side='caption'] .side {
    min-height: 164px; /* height of the caption, which arrives with the model */
    width: 100%;
    border-left: 0;
  }
  .caption {
    min-height: 164px;
    padding: 12px 16px;
    text-align: center;
    text-wrap: balance;
    word-break: keep-all; /* lines of Chinese end at punctuation, not within a phrase */
    overflow-wrap: anywhere;
  }
  .caption p {
    margin: 0;
  }
  .caption .strongest {
    font-size: 21px;
  }
  .caption .hint {
    font-size: 15px;
  }
  .tally {
    width: min(640px, 100%);
    margin: 6px auto;
    font-size: 17px;
  }
  /* 100 strokes, one for each case; those of the right cases are filled. */
  .strokes {
    --stroke: repeating-linear-gradient(90deg, #000 0 0.6%, transparent 0.6% 1%);
    height: 14px;
    margin-top: 4px;
    background: linear-gradient(
      90deg,
      var(--_spotlight-weight) var(--right),
      color-mix(in srgb, var(--_spotlight-muted) 35%, transparent) var(--right)
    );
    mask-image: var(--stroke);
  }
  /* The accuracy of the simple rule: a mark on the strokes, with its name below. */
  .tally .rule {
    position: relative;
    left: var(--chance);
    width: max-content;
    max-width: 100%;
    padding-top: 2px;
    color: var(--_spotlight-muted);
    font-size: 15px;
    translate: -50%;
  }
  .tally .rule::before {
    content: '';
    position: absolute;
    bottom: 100%;
    left: calc(50% - 1px);
    width: 3px;
    height: 20px;
    background: var(--_spotlight-text);
  }
  .doubt {
    color: var(--_spotlight-weight);
    font-weight: 700;
  }
  [popover] {
    max-width: min(34em, 92vw);
    padding: 18px 20px;
    border: 1px solid var(--_spotlight-line);
    border-radius: 14px;
    background: var(--_spotlight-surface);
    color: var(--_spotlight-text);
    font-size: 17px;
    text-align: left;
  }
  [popover]::backdrop {
    background: rgb(0 0 0 / 30%);
  }
  [popover] p {
    margin: 0 0 12px;
  }
  [popover] button {
    padding: 0 16px;
  }
  .caption .strongest b {
    font-weight: 700;
  }
  aside {
    display: flex;
    flex: 1;
    flex-direction: column;
    gap: 14px;
    padding: 14px 16px 16px;
  }
  aside > * {
    flex: none;
  }
  .facts > * {
    flex: none;
  }
  aside sub {
    line-height: 0;
  }
  .other-stages {
    display: none;
  }
  aside h2 {
    margin: 0;
    font-size: 17px;
  }
  aside p {
    margin: 0;
  }
  .narration {
    display: var(--_spotlight-explanation, grid); /* the course beside the element may explain the stage itself */
    gap: 14px;
    align-content: start;
    min-height: 112px; /* height of the text of most stages */
  }
  .facts {
    display: contents;
  }
  .formula {
    min-height: 23px;
    font:
      italic 15px/1.5 Cambria,
      'Times New Roman',
      'Noto Serif',
      serif;
    color: var(--_spotlight-muted);
  }
  .hint {
    color: var(--_spotlight-muted);
    font-size: var(--_spotlight-small, 13px);
  }
  .query {
    color: var(--_spotlight-query);
  }
  .key {
    color: var(--_spotlight-key);
  }
  .value {
    color: var(--_spotlight-value);
  }
  .weight {
    color: var(--_spotlight-weight);
    font-weight: 600;
  }
  .result {
    font-weight: 700;
  }
`;
