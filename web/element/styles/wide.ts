// Where the element is wide, as on a large screen: what stands around the canvas grows with it.
import { css } from 'lit';

export const wide = css`
  @container (min-width: 1560px) {
    .side {
      width: 380px;
    }
    .caption .strongest {
      font-size: 25px;
    }
    .caption p:not(.strongest) {
      font-size: 16px;
    }
    [data-side='step'] aside,
    .sentence input {
      font-size: 17px;
    }
    aside h2 {
      font-size: 21px;
    }
    .stages button,
    .where,
    .choice label,
    .interventions {
      font-size: 16px;
    }
    .where {
      height: 48px;
    }
    .where + .surface canvas {
      height: calc(var(--_spotlight-canvas-height) - 48px);
    }
    .cell .numbers,
    .hint {
      font-size: 15px;
    }
    .cell h3,
    .interventions h2 {
      font-size: 17px;
    }
  }
`;
