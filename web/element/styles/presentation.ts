// Styles of presentation mode: the canvas and the narration below it, enlarged by --_spotlight-enlarged.
import { css } from 'lit';

export const presentation = css`
  :host([data-presenting]) {
    position: fixed;
    inset: 0;
    z-index: 2147483647;
    overflow: hidden;
    border: 0;
    border-radius: 0;
  }
  :host([data-presenting='black']) {
    background: #000;
  }
  :host([data-presenting='black']) .presenting {
    visibility: hidden;
  }
  .presenting {
    zoom: var(--_spotlight-enlarged);
    height: calc(100vh / var(--_spotlight-enlarged));
  }
  .presenting .main {
    --_spotlight-canvas-height: calc(100vh / var(--_spotlight-enlarged) - 108px);
    display: block;
    border: 0;
  }
  .presenting .canvas {
    border: 0;
  }
  .presenting .side,
  .presenting[data-side='step'] .side {
    display: block;
    width: 100%;
    height: 108px;
    overflow: hidden;
    border: 0;
    border-top: 1px solid var(--_spotlight-line);
  }
  .presenting[data-side='caption'] .main {
    display: grid;
    align-content: center;
    height: 100%;
  }
  .presenting[data-side='caption'] .side {
    height: auto;
    border: 0;
    background: none;
  }
  /* All heads fit on the screen. */
  .presenting[data-side='heads'] canvas {
    height: calc(100vh / var(--_spotlight-enlarged)) !important;
  }
  .presenting[data-side='heads'] .side {
    display: none;
  }
  /* The most likely next tokens, below the text that they continue. */
  .presenting:has(.continuation) {
    display: flex;
    flex-direction: column;
  }
  .presenting .continuation {
    order: 1;
    padding-bottom: 44px; /* space for the line that names the keys of the presentation */
  }
  .presenting:has(.continuation) .main {
    flex: 1;
    height: auto;
  }
  .presenting:has(.continuation) :is(.side, .caption) {
    min-height: 0;
  }
  .presenting .continuation .next.hint {
    display: block;
    font-size: 14px;
  }
  .presenting .continuation li button {
    border: 0;
    border-radius: 0;
    background-size: var(--share, 0) 8px;
    font-size: 17px;
  }
  /* The first line has all stages and the caption; then come the formula and the narration, and at the end the consequence. */
  .presenting aside {
    display: flex;
    flex-direction: row;
    flex-wrap: wrap;
    gap: 2px 10px;
    align-content: start;
    align-items: baseline;
    height: 108px;
    padding: 5px 16px;
    overflow: hidden;
  }
  .presenting aside::after {
    content: '';
    order: 1;
    flex-basis: 100%;
  }
  .presenting .other-stages {
    display: flex;
    gap: 10px;
    color: var(--_spotlight-muted);
    font-size: 13px;
    white-space: nowrap;
  }
  .presenting .facts .strongest {
    margin-left: auto;
    font-size: 14px;
  }
  .presenting .formula {
    display: block;
    order: 2;
    min-height: 0;
    white-space: nowrap;
  }
  .presenting .narration {
    display: block;
    order: 2;
    flex: 1;
    min-height: 0;
    font-size: 14px;
    line-height: 1.4;
  }
  .presenting .facts .conclusion {
    order: 3;
    flex-basis: 100%;
    color: var(--_spotlight-weight);
    font-size: 14px;
    line-height: 1.4;
  }
  .presenting .lesson,
  .presenting .narration p + p {
    display: none;
  }
  .presenting[data-side] :is(.sheet, .sheet-body, .sheet-body .facts) {
    display: contents;
    visibility: visible;
  }
  .presenting .handle {
    display: none;
  }
  .presenting .where + .surface canvas {
    height: var(--_spotlight-canvas-height);
  }
  .presenting
    :is(
      .bar,
      .notice,
      .where,
      .writing,
      .continuation .next span,
      .interventions,
      .facts > :not(.strongest, .conclusion),
      .timeline,
      .zoom,
      .export,
      .hint,
      .link,
      slot
    ) {
    display: none;
  }
`;
