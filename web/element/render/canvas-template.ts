// The canvas of the element, with its input.
import { html, type TemplateResult } from 'lit';
import type { CanvasInput } from '../input/canvas-input.js';

/** @param label what the canvas shows, for screen readers */
export const canvasTemplate = (label: string, input: CanvasInput): TemplateResult =>
  html`<canvas
    tabindex="0"
    role="img"
    aria-label=${label}
    @pointerdown=${input.down}
    @pointermove=${input.move}
    @pointerup=${input.up}
    @pointercancel=${input.up}
    @pointerleave=${input.leave}
    @wheel=${input.wheel}
    @click=${input.click}
    @dblclick=${input.doubleClick}
    @keydown=${input.key}
  ></canvas>`;
