// Presentation mode: the canvas, and below it what the stage does; everything enlarged by --_spotlight-enlarged.
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
  .presenting {
    zoom: var(--_spotlight-enlarged);
    height: calc(100vh / var(--_spotlight-enlarged));
  }
  .presenting .main {
    --_spotlight-canvas-height: calc(100vh / var(--_spotlight-enlarged) - 92px);
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
    height: 92px;
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
  .presenting aside {
    display: grid;
    grid-template-columns: auto auto 1fr auto;
    gap: 4px 10px;
    align-items: baseline;
    height: 92px;
    padding: 8px 16px;
    overflow: hidden;
  }
  .presenting .other-stages {
    display: flex;
    gap: 10px;
    color: var(--_spotlight-muted);
    font-size: 13px;
    white-space: nowrap;
  }
  .presenting .formula {
    min-height: 0;
    grid-area: 2 / 1 / 2 / 3;
    white-space: nowrap;
  }
  .presenting .narration {
    display: block;
    grid-area: 2 / 3 / 2 / -1;
    min-height: 0;
    font-size: 14px;
  }
  .presenting .narration p + p {
    display: none;
  }
  .presenting .facts .strongest {
    grid-area: 1 / 4;
    font-size: 14px;
  }
  .presenting .where + .surface canvas {
    height: var(--_spotlight-canvas-height);
  }
  .presenting
    :is(
      .bar,
      .notice,
      .where,
      .interventions,
      .facts > :not(.strongest),
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
