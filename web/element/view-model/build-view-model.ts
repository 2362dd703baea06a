// Builds a view model, the data from which a view draws a scene, from an attention source and the element's state.
import { hasCell } from './cell-navigation.js';
import type { headPanels } from './head-grid.js';
import { once } from '../source/answer.js';
import type { AttentionSource } from '../source/attention-source.js';
import type { Cell } from '../../view/scene.js';
import type { HeadGrid, ViewModelData } from '../../view/view-model.js';
import type { Messages } from '../../locales/index.js';
import { END, shownMoment, type Moment } from '../../view/stages.js';
import { viewNamed } from '../../view/views/index.js';
import type { Palette } from '../../view/marks/palette.js';
import type { State } from '../state/properties.js';
import type { Theme } from '../../ui/palette-css.js';

/** Inputs from which a scene is computed, besides the attention source. */
export interface RenderContext {
  state: State;
  hovered: Cell | null;
  theme: Theme;
  palette: Palette;
  texts: Messages;
  /** Function that builds the panels of the view 'heads'; null in other views. */
  headPanels: typeof headPanels | null;
}

/**
 * Index of the token that the decoder is generating; null if none is. The decoder generates its tokens one by one
 * during the first stage.
 */
function generatingRowAt({ generatedTokens }: AttentionSource, { stage, progress }: Moment): number | null {
  if (generatedTokens === 0 || stage !== 'tokens' || progress >= 1) return null;
  return Math.floor(progress * generatedTokens);
}

function headGridOf(source: AttentionSource, { state, theme, palette, texts, headPanels }: RenderContext): HeadGrid {
  if (!source.layerWeights || !headPanels) {
    return { panels: [], across: 1, byLayer: true, comparison: null, isSmall: false, hasMore: null };
  }
  const { compare, sort, pin } = state;
  return headPanels(texts, { source, weights: source.layerWeights, compare, order: sort, pin, theme, palette });
}

/** Loads the code for the panels of all heads, which only the view 'heads' needs. */
export const loadHeadPanels = async (): Promise<typeof headPanels> => (await import('./head-grid.js')).headPanels;

/**
 * Builds the view model of a scene.
 * @returns the view model; null if the text has no token
 */
export function buildViewModel(source: AttentionSource, context: RenderContext): ViewModelData | null {
  const { weights, steps } = source;
  if (!weights) return null;
  const { state, hovered, palette, texts } = context;
  // A view without a timeline shows the end of the animation. So does any view of external attention, whose stages are
  // unknown.
  const view = viewNamed(state.view);
  const moment =
    steps && view.animated
      ? shownMoment({ stage: state.stage, progress: state.progress }, steps.stages, view.lastStage)
      : END;
  const generatingRow = generatingRowAt(source, moment);
  const queryRow = generatingRow ?? source.queryIndex(state);
  const viewModel = {
    queryTokens: source.tokens.query.map(({ text }) => text),
    keyTokens: source.tokens.key.map(({ text }) => text),
    isCross: source.headRef.attention === 'cross',
    prose: source.prose,
    picture: source.picture,
    weights,
    steps,
    baseline: state.compare ? source.baseline : null,
    baselineSteps: source.baselineSteps,
    moment,
    generatingRow,
    selection: { row: queryRow, cell: null },
    zoom: state.zoom,
    headGrid: once(() => headGridOf(source, context)),
    palette,
    transition: null,
    percentsOf: texts.percents,
    nameOf: (matrix) => texts.matrices[matrix],
  } satisfies ViewModelData;
  // The pinned cell, or else the cell under the pointer, if it exists in the matrices of this text.
  const cell = state.cell ?? hovered;
  if (!cell || !hasCell(viewModel, cell)) return viewModel;
  const row = cell.matrix === 'attention' || cell.matrix === 'output' ? cell.row : queryRow;
  return { ...viewModel, selection: { row, cell } };
}
