// The panel for the current view, beside or below the canvas.
import { nothing, type TemplateResult } from 'lit';
import { explained, loadHeadsPanel, lazyPanel } from './lazy/index.js';
import { orderOf } from '../view-model/head-order.js';
import { captionPanel } from './caption.js';
import { shownDoubt, strongestCaption } from '../view-model/caption.js';
import { stepPanel, stepPlaceholder } from './step-panel.js';
import type { AttentionSource } from '../source/attention-source.js';
import type { CellCardProps } from './lazy/cell-card.js';
import type { Consequence } from '../source/consequence.js';
import type { HeadOrder } from '../../view/head-order.js';
import type { HeadRef } from '../../engine/transformer/run.js';
import type { LazyParts } from '../render/lazy-parts.js';
import type { Moment, StageName } from '../../view/stages.js';
import type { Language, Messages } from '../../locales/index.js';
import type { Theme } from '../../ui/palette-css.js';
import type { View } from '../../view/views/index.js';
import type { ViewModelData } from '../../view/view-model.js';

/** Query and key token of the selected cell of the attention matrix. */
function cellTokens({ selection: { cell }, queryTokens, keyTokens }: ViewModelData) {
  if (cell?.matrix !== 'attention') return null;
  return { query: queryTokens[cell.row]!, key: keyTokens[cell.column]! };
}

export function sidePanel(
  texts: Messages,
  view: View,
  source: AttentionSource | null,
  viewModel: ViewModelData | null,
  props: Omit<CellCardProps, 'source'> & {
    parts: LazyParts;
    language: Language;
    theme: Theme;
    sort: HeadOrder;
    pin: HeadRef | null;
    setPin: ((pin: HeadRef | null) => void) | null;
    consequence: Consequence | null;
    /** The current moment of the animation. */
    moment: Moment;
    stages: readonly StageName[];
    /** True if the model or its data failed to load, so that no scene will be shown. */
    hasFailed: boolean;
    showCard: (() => void) | null;
  },
): TemplateResult | typeof nothing {
  if (!source || !viewModel) {
    // If there is nothing to draw yet, a placeholder reserves the panel's space, except for a text without tokens,
    // whose run is null.
    const isExpected = view.side === 'step' && !props.hasFailed && source?.run !== null;
    return isExpected ? stepPlaceholder(texts, props) : nothing;
  }
  const { baseline, headRef } = source;
  switch (view.side) {
    case 'heads':
      return (
        lazyPanel(loadHeadsPanel, { ...props, texts }, (panel, all) =>
          panel(all, {
            source,
            theme: props.theme,
            isDifference: viewModel.baseline !== null,
            cell: cellTokens(viewModel),
            order: orderOf(props.sort, headRef.attention, source.heads),
            comparison: viewModel.headGrid().comparison,
            pin: props.pin,
            setPin: props.setPin,
            strongest: strongestCaption(texts, viewModel, baseline),
            doubt: shownDoubt(texts, source, viewModel),
          }),
        ) ?? nothing
      );
    case 'caption':
      return captionPanel(texts, source, viewModel, {
        showCard: props.showCard,
        explain: (text) => explained(text, props),
      });
    case 'step':
      return stepPanel(texts, viewModel, {
        ...props,
        source,
        next: source.nextTokenCandidates(viewModel.selection.row),
        doubt: shownDoubt(texts, source, viewModel),
        baseline,
        headRef,
        trained: source.run?.trained ?? false,
        architecture: source.architecture,
        view,
      });
  }
}
