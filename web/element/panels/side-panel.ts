// The panel beside the canvas that the view asks for.
import { nothing, type TemplateResult } from 'lit';
import { finished } from '../render/build-view-model.js';
import { headsPanel, stepPanel, strongestCaption } from './step-panel.js';
import type { AttentionSource } from '../model/attention-source.js';
import type { Messages } from '../../messages/index.js';
import type { View } from '../../view/views/index.js';
import type { ViewModelData } from '../../view/view-model.js';

/** @param pinned whether the selected cell is pinned */
export function sidePanel(
  texts: Messages,
  view: View,
  source: AttentionSource | null,
  viewModel: ViewModelData | null,
  pinned: boolean,
): TemplateResult | typeof nothing {
  if (!source || !viewModel) return nothing;
  const { baseline } = source;
  const { attention } = source.headRef;
  switch (view.side) {
    case 'heads':
      return headsPanel(texts, attention, strongestCaption(texts, finished(viewModel), baseline));
    case 'step':
      return stepPanel(texts, viewModel, {
        pinned,
        next: source.nextTokenCandidates(viewModel.selection.row),
        baseline,
        attention,
      });
  }
}
