// Print styles: the scene and its texts, without controls, overlays or a fixed height.
import { css } from 'lit';

export const print = css`
  @media print {
    :host {
      border-color: transparent;
      container-type: normal; /* no rule for narrow elements: all stands below each other already */
      break-inside: avoid;
    }
    [data-side] :is(.bar, .continuation, .timeline, .zoom, .interventions, .export, .where, .handle, .message p),
    [data-side] :is(button, dialog, [popover], .hint:not([data-role])) {
      display: none;
    }
    .main,
    [data-side] :is(.side, aside, .sheet, .sheet-body, .facts) {
      position: static;
      display: block;
      width: auto;
      height: auto;
      max-height: none;
      overflow: visible;
      border: 0;
      mask: none;
      visibility: visible;
    }
    .canvas {
      break-inside: avoid;
    }
    [data-cover] .surface {
      display: none;
    }
    .numbers-view {
      position: static;
      overflow: visible;
    }
    .numbers-view table {
      font-size: 9px;
    }
    .numbers-view :is(td, th) {
      padding: 2px 4px;
    }
    [data-side] .numbers-view .link {
      display: inline; /* its tokens */
    }
    [data-side] .narration {
      min-height: 0;
    }
    /* Painted for the width of the screen: it shrinks as a whole, though its height is set for its view. */
    [data-side] canvas {
      width: auto;
      height: auto !important;
      max-width: 100%;
      max-height: 90vh;
      margin: 0 auto;
    }
  }
`;
