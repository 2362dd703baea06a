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
    grid-template-columns: auto 1fr auto;
    gap: 4px 14px;
    align-items: baseline;
    height: 92px;
    padding: 8px 16px;
    overflow: hidden;
  }
  .presenting .formula {
    min-height: 0;
  }
  .presenting .narration {
    display: block;
    grid-column: 1 / -1;
    min-height: 0;
    font-size: 15px;
  }
  .presenting .facts .strongest {
    grid-area: 1 / 3;
    font-size: 15px;
  }
  .presenting
    :is(.bar, .notice, .interventions, .facts > :not(.strongest), .timeline, .zoom, .export, .hint, .link, slot) {
    display: none;
  }
`;
