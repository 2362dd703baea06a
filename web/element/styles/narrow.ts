// Styles of the element where it is narrow, for example on a phone.
import { css } from 'lit';

export const narrow = css`
  @container (max-width: 372px) {
    .bar .choice label {
      padding: 0 3px;
      font-size: 15px;
    }
  }
  /* The caption needs more lines here. */
  @container (max-width: 440px) {
    [data-side='caption'] .caption {
      min-height: 208px;
    }
    [data-side='caption'] .side {
      min-height: 209px;
    }
  }
  /* The description of a head needs two lines. */
  @container (min-width: 761px) and (max-width: 1060px) {
    .head-notice {
      min-height: 60px;
    }
  }
  @container (max-width: 760px) {
    .main {
      --_spotlight-canvas-height: var(--spotlight-canvas-height, clamp(400px, 56vh, 560px));
      display: contents;
    }
    /* All parts are in one column, and the player sticks to the edge of the screen, above all of them. */
    [data-side] {
      display: flex;
      flex-direction: column;
    }
    [data-side] > :not(.bar, .notice, .continuation, .main) {
      order: 2;
    }
    /* The caption is below the figure. */
    ::slotted([slot='caption']) {
      order: 3;
    }
    /* The canvas comes before the texts about the model. */
    [data-side='caption'] > .notice:not(.error) {
      order: 2;
    }
    /* The head's role is left out, since the tally above shows it. */
    .tally + .hint b {
      display: none;
    }
    /* Two lines of caption, above the notice: while a story is generated, the content below stays in place. */
    [data-side='caption']:has(> .notice) .caption .strongest {
      min-height: 64px;
    }
    .canvas {
      display: flex;
      flex: none;
      flex-direction: column;
      border-top: 1px solid var(--_spotlight-line);
    }
    /* The strip is below the canvas, so that the canvas is on the first screen. */
    .where {
      order: 1;
      border-top: 1px solid var(--_spotlight-line);
      border-bottom: 0;
    }
    .side {
      display: block;
      width: 100%;
      order: 1;
      border-left: 0;
      border-top: 1px solid var(--_spotlight-line);
    }
    /* The stage's narration is above the canvas, everything else below it. */
    [data-side='step'] :is(.side, aside) {
      display: contents;
    }
    [data-side='step'] aside > :not(.sheet) {
      order: 1;
      margin: 10px 16px 0;
    }
    [data-side='step'] aside :is(h2, .narration) {
      display: var(--_spotlight-explanation, block); /* the course beside the element may explain the stage itself */
      order: -1;
      padding: 10px 16px 0;
      margin: 0;
    }
    [data-side='step'] aside .narration {
      display: var(--_spotlight-narration, var(--_spotlight-explanation, block));
      min-height: 104px; /* five lines, so that the canvas stays in place */
      padding-top: 2px;
      font-size: 15px;
      line-height: 20px;
    }
    [data-side='step'] .narration p + p {
      display: none;
    }
    @media (max-height: 762px) {
      [data-side='step'] aside :is(h2, .narration):is(h2) {
        padding-top: 4px;
        font-size: 17px;
      }
      [data-side='step'] aside .narration {
        min-height: 0;
        height: 76px; /* four lines; longer texts scroll */
        overflow-y: auto;
        font-size: 13px;
        line-height: 18px;
      }
    }
    [data-side='step'] :is(.formula, .hint:not(.facts *, .interventions *)) {
      display: none;
    }
    .facts > * {
      margin-top: 10px;
    }
    [data-side='heads'] aside {
      order: 1;
    }
    [data-side] .head-notice {
      order: 1;
      border-top: 1px solid var(--_spotlight-line);
    }
    [data-side='step'] .interventions {
      order: 1;
    }
    .bar {
      order: -2;
    }
    .sentence {
      flex: 1 1 100%;
    }
    .sentence select {
      width: 44px;
      padding: 0;
      /* Only an arrow is shown. A gradient draws it, since the browser's own has the transparent text color. */
      appearance: none;
      color: transparent;
      background-image:
        linear-gradient(45deg, transparent 50%, var(--_spotlight-muted) 50%),
        linear-gradient(-45deg, transparent 50%, var(--_spotlight-muted) 50%);
      background-position:
        calc(50% - 4px) 52%,
        calc(50% + 3px) 52%;
      background-size: 7px 7px;
      background-repeat: no-repeat;
    }
    .sentence option {
      color: var(--_spotlight-text);
    }
    .timeline button.present {
      display: none;
    }
    /* The field has one line, which scrolls, since the canvas needs the space. */
    :not([data-side='caption']) > .bar .field > textarea,
    :not([data-side='caption']) > .bar .field::after {
      height: 40px;
      max-height: 40px;
      overflow: hidden;
      white-space: pre;
    }
    .drawer {
      display: var(--_spotlight-drawer, block);
      flex: 1 1 100%;
      min-height: 40px;
      padding: 0 12px;
      text-align: left;
    }
    .drawer::after {
      content: '▾' / '';
      float: right;
    }
    .drawer[aria-expanded='true']::after {
      content: '▴' / '';
    }
    .drawer[aria-expanded='false'] + .drawn {
      display: var(--_spotlight-drawn, none); /* content beside the element, such as the course, may open it */
    }
    .interventions :is(.heading, .scope) {
      display: contents;
    }
    .interventions:has(> .drawer[aria-expanded='false']) :is(.choice, [data-scope]),
    .interventions h2 {
      display: none;
    }
    /* The drawer opens beside its button. */
    .interventions .drawer {
      flex-basis: 0;
    }
    .interventions .reset {
      order: 1;
      min-height: 40px;
    }
    .interventions :is(.choice, [data-scope], .drawn > *) {
      order: 2;
    }
    .interventions :is(.choice, [data-scope]) {
      flex-basis: 100%;
      max-width: none;
    }
    .choice label {
      padding: 0 6px;
    }
    .heads {
      gap: 6px 4px;
    }
    .heads .group-name {
      flex-basis: 100%;
    }
    .heads label {
      min-width: 28px;
    }
    .layer {
      gap: 2px;
      margin: 0;
    }
    .bar,
    .timeline {
      padding-inline: 12px;
    }
    .timeline {
      padding-block: 8px;
    }
    .stages {
      display: none;
    }
  }
`;
