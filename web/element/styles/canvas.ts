// Styles of the canvas and its overlays.
import { css } from 'lit';

export const canvas = css`
  .zoom {
    position: absolute;
    top: 10px;
    right: 10px;
    display: grid;
    gap: 4px;
  }
  .zoom button {
    width: 38px;
    min-height: 38px;
    padding: 0;
    font-size: 17px;
  }
  [data-cover] canvas {
    visibility: hidden;
  }
  [data-zoomable] canvas {
    touch-action: none;
  }
  .main {
    --_spotlight-canvas-height: var(--spotlight-canvas-height, clamp(430px, 64vh, 760px));
    display: flex;
    flex-wrap: wrap;
  }
  :is(.bar, .notice, .continuation) + .main {
    border-top: 1px solid var(--_spotlight-line);
  }
  /* Initial height, until the view knows the height that it needs. For most sentences, it does not change. */
  [data-side='caption'] canvas {
    height: round(up, clamp(220px, 30cqw - 112px, 466px), 1px);
  }
  @container (max-width: 1100px) {
    [data-side='caption'] canvas {
      height: round(up, min(315px, 61cqw + 26px), 1px);
    }
  }
  /* On a phone, lines of English words are lower than Chinese ones; a lower canvas keeps the content below it on the screen. */
  @container (max-width: 440px) {
    [data-side='caption']:not(:lang(zh)) canvas {
      height: 220px;
    }
  }
  .canvas {
    position: relative;
    flex: 1;
    min-width: 0;
    background: var(--_spotlight-surface);
  }
  /* If the page makes the element higher, for example beside a text, its parts fill it, and a sentence is in the middle. */
  @container (min-width: 761px) {
    [data-side]:not(.presenting) {
      display: flex;
      flex-direction: column;
      min-height: 100%;
    }
    [data-side]:not(.presenting) > .main {
      flex: 1 0 auto;
    }
    [data-side='caption'] > .main {
      align-content: center;
    }
  }
  .surface {
    position: relative;
  }
  .corner {
    position: absolute;
    top: 0;
    left: 0;
  }
  .corner.right {
    left: 100%;
  }
  .corner.bottom {
    top: 100%;
  }
  canvas,
  .blank {
    display: block;
    width: 100%;
    height: var(--_spotlight-canvas-height);
    touch-action: pan-y;
  }
  .message {
    position: absolute;
    inset: 0;
    display: grid;
    place-content: center;
    justify-items: center;
    gap: 12px;
    overflow: hidden;
    padding: 20px;
    color: var(--_spotlight-muted);
    font-size: 17px;
    text-align: center;
  }
  .message p {
    max-width: 40em;
    margin: 0;
    overflow-wrap: anywhere;
    text-wrap: balance;
  }
  .message [role='alert'] {
    color: var(--_spotlight-text);
  }
  .message button {
    padding: 0 18px;
    color: var(--_spotlight-text);
  }
`;
