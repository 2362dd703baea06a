// Styles of the line above the canvas that shows the current stage's place in a layer.
import { css } from 'lit';

export const where = css`
  .where {
    display: flex;
    align-items: center;
    gap: 10px;
    height: 40px;
    padding: 0 14px;
    border-bottom: 1px solid var(--_spotlight-line);
    color: var(--_spotlight-muted);
    font-size: 15px;
  }
  .where ol {
    display: flex;
    flex: 1;
    align-items: center;
    min-width: 0;
    margin: 0;
    padding: 0;
    list-style: none;
    white-space: nowrap;
  }
  .where li {
    padding: 2px 8px;
    border-radius: 7px;
  }
  .where li + li {
    margin-left: 26px;
    position: relative;
  }
  .where li + li::before {
    content: '→' / '';
    position: absolute;
    right: 100%;
    width: 26px;
    text-align: center;
    color: var(--_spotlight-muted);
    font-weight: 400;
  }
  .where li[aria-current] {
    background: var(--_spotlight-accent);
    color: var(--_spotlight-on-accent); /* not in bold, which would move the others */
  }
  .where sub {
    line-height: 0;
  }
  .where button {
    min-height: 30px;
    padding: 0 10px;
    font-size: 15px;
    white-space: nowrap;
  }
  .where button::after {
    content: '▾' / '';
    margin-left: 6px;
  }
  .where button[aria-expanded='true']::after {
    content: '▴' / '';
  }
  @container (max-width: 1199.9px) {
    .where .meaning {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
  @container (max-width: 1320px) {
    .where li {
      padding: 2px 6px;
    }
    .where li + li {
      margin-left: 20px;
    }
    .where li + li::before {
      width: 20px;
    }
  }
  @container (max-width: 560px) or ((min-width: 760.1px) and (max-width: 820px)) {
    .where button span {
      display: none;
    }
    .where button::after {
      margin: 0;
    }
    .where {
      padding: 0 8px;
      gap: 4px;
    }
    .where li {
      padding: 2px 5px;
    }
  }
  /* The strip takes its room from the canvas, but not on a phone, which has none to spare. */
  @container (min-width: 760.1px) {
    .where + .surface canvas {
      height: calc(var(--_spotlight-canvas-height) - 40px);
    }
  }
`;
