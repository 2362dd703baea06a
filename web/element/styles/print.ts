// Print styles: the scene and its texts, without controls, overlays or a fixed height.
import { css } from 'lit';

export const print = css`
  @media print {
    :host {
      border-color: transparent;
      container-type: normal; /* disables the styles for narrow elements: in print, everything is in one column anyway */
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
      display: inline; /* the tokens of the sentence */
    }
    [data-side] .narration {
      min-height: 0;
    }
    /* The canvas is painted for the width of the screen. It shrinks as a whole, although its height is set for the view. */
    [data-side] canvas {
      width: auto;
      height: auto !important;
      max-width: 100%;
      max-height: 90vh;
      margin: 0 auto;
    }
  }
`;
