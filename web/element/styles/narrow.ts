// Where the element is narrow, as on a phone.
import { css } from 'lit';

export const narrow = css`
  @container (max-width: 760px) {
    .main {
      --_spotlight-canvas-height: var(--spotlight-canvas-height, clamp(400px, 56vh, 560px));
      display: contents;
    }
    /* One column of all parts, over all of which the player sticks to the edge of the screen. */
    [data-side] {
      display: flex;
      flex-direction: column;
    }
    [data-side] > :not(.bar, .notice, .main) {
      order: 2;
    }
    .canvas {
      flex: none;
      border-top: 1px solid var(--_spotlight-line);
    }
    .side,
    [data-side='step'] .side {
      display: block;
      width: 100%;
      height: auto;
      overflow-y: visible;
      order: 1;
      border-left: 0;
      border-top: 1px solid var(--_spotlight-line);
    }
    [data-side='step'] aside {
      height: 400px;
    }
    .sentence {
      flex: 1 1 100%;
    }
    .sentence select {
      width: 108px;
    }
    .timeline .present {
      display: none;
    }
    .drawer {
      display: block;
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
      display: none;
    }
    .interventions h2 {
      display: none;
    }
    .bar .choice .group-name {
      display: none;
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
