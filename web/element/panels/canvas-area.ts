// The canvas, and what lies above and over it.
import { html, nothing, type TemplateResult } from 'lit';
import { canvasTemplate } from '../render/canvas-template.js';
import { loadNumbersTable, panelLater } from './later/index.js';
import { placeholder, type PlaceholderProps } from './placeholder.js';
import { wherePanel } from './where-panel.js';
import { zoomButtons } from './controls.js';
import type { CanvasInput } from '../input/canvas-input.js';
import type { LazyParts } from '../render/lazy-parts.js';
import type { Language, Messages } from '../../locales/index.js';
import type { Moment } from '../../view/stages.js';
import type { View } from '../../view/views/index.js';
import type { ViewModelData } from '../../view/view-model.js';
import type { ZoomController } from '../input/zoom-controller.js';

export interface CanvasAreaProps {
  parts: LazyParts;
  language: Language;
  view: View;
  /** Null: there is nothing to show, and the placeholder says why. */
  viewModel: ViewModelData | null;
  /** What is seen, in words. */
  caption: string;
  input: CanvasInput;
  zoom: ZoomController;
  selectQuery: (queryIndex: number) => void;
  /** Where the present stage is, and whether its matrices are shown; null: the view shows no stage. */
  where: { moment: Moment; isOpen: boolean; setOpen: (isOpen: boolean) => void } | null;
  placeholder: PlaceholderProps;
}

export function canvasArea(texts: Messages, props: CanvasAreaProps): TemplateResult {
  const { view, viewModel, where } = props;
  const table = viewModel && view.cover === 'table' ? panelLater(loadNumbersTable, { ...props, texts }) : null;
  const label = where?.isOpen ? texts.where.canvas : texts.canvas[view.name as keyof typeof texts.canvas];
  return html`<div class="canvas" part="canvas">
    ${where ? wherePanel(texts, where.moment, where.isOpen, where.setOpen) : nothing}
    ${canvasTemplate(`${label} ${props.caption}`, props.input)}
    ${viewModel && view.zoomable ? zoomButtons(texts, props.zoom) : nothing}
    ${viewModel && table ? table.panel(table.texts, viewModel, props.selectQuery) : nothing}
    ${viewModel ? nothing : placeholder(texts, props.placeholder)}
  </div>`;
}
