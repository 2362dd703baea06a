// The canvas of the element, with its input.
import { html, type TemplateResult } from 'lit';
import type { CanvasInput } from '../input/canvas-input.js';

/**
 * The marks at three corners of the canvas say where it is on the screen, whatever transforms the page applies to it.
 * @param label what the canvas shows, for screen readers
 */
export const canvasTemplate = (label: string, input: CanvasInput): TemplateResult =>
  html`<div class="surface">
    <canvas
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
    ></canvas>
    <i class="corner"></i><i class="corner right"></i><i class="corner bottom"></i>
  </div>`;
