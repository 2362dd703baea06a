// The canvas of the element, the controls above it, and the overlays on it.
import { html, nothing, type TemplateResult } from 'lit';
import { loadNumbersTable, lazyPanel } from './lazy/index.js';
import { wherePanel } from './where-panel.js';
import { zoomButtons, type Zooming } from './controls.js';
import type { LazyParts } from '../render/lazy-parts.js';
import type { Language, Messages } from '../../locales/index.js';
import type { Moment } from '../../view/stages.js';
import type { View } from '../../view/views/index.js';
import type { ViewModelData } from '../../view/view-model.js';

export interface CanvasAreaProps {
  parts: LazyParts;
  language: Language;
  view: View;
  /** View model of the scene; null if there is nothing to draw, for which the placeholder gives the reason. */
  viewModel: ViewModelData | null;
  spoken: string;
  input: CanvasListeners;
  zoom: Zooming;
  selectQuery: (queryIndex: number) => void;
  /**
   * State of the panel that locates the current stage in a layer: the animation's moment, and true if the matrices are
   * shown; null if the view has no stages.
   */
  where: { moment: Moment; matrices: boolean } | null;
  /** Placeholder in place of the scene; `nothing` if there is a scene. */
  placeholder: TemplateResult | typeof nothing;
}

export interface CanvasListeners {
  down: (event: PointerEvent) => void;
  move: (event: PointerEvent) => void;
  up: (event: PointerEvent) => void;
  leave: () => void;
  wheel: (event: WheelEvent) => void;
  click: (event: MouseEvent) => void;
  doubleClick: (event: MouseEvent) => void;
  key: (event: KeyboardEvent) => void;
}

/**
 * The canvas element, with marker elements at three of its corners. They give its position on the screen under any CSS
 * transform of the page.
 * @param label text alternative: description of the scene, and its keyboard controls
 */
const canvas = (label: string, input: CanvasListeners): TemplateResult =>
  html`<div class="surface">
    <canvas
      tabindex="0"
      role="img"
      aria-label=${label}
      aria-describedby="spoken"
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

export function canvasArea(texts: Messages, props: CanvasAreaProps): TemplateResult {
  const { view, viewModel, where } = props;
  const table =
    viewModel && view.cover === 'table'
      ? lazyPanel(loadNumbersTable, { ...props, texts }, (panel, all) => panel(all, viewModel, props.selectQuery))
      : nothing;
  const label = where?.matrices ? texts.where.canvas : texts.canvas[view.name as keyof typeof texts.canvas];
  return html`<div class="canvas" part="canvas">
    ${where ? wherePanel(texts, where.moment, where.matrices, (matrices) => (where.matrices = matrices)) : nothing}
    ${canvas(label, props.input)}
    <p id="spoken" class="visually-hidden" aria-live="polite">${props.spoken}</p>
    ${viewModel && view.zoomable ? zoomButtons(texts, props.zoom) : nothing} ${table} ${props.placeholder}
  </div>`;
}
