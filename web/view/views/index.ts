// The registry of views.
import { headsView } from './heads/heads-view.js';
import { ledgerView } from './ledger/ledger-view.js';
import { matrixView } from './matrix-view.js';
import { numbersView } from './numbers-view.js';
import { sentenceView } from './sentence/sentence-view.js';
import { stepsView } from './steps-view.js';
import { drawMatrices, heightOfMatrices } from './matrices/matrices-view.js';
import type { View } from './view.js';

export type { View } from './view.js';

/** In the order in which the interface offers them. A view is one file, one line here, and its messages. */
const VIEWS = [sentenceView, ledgerView, stepsView, matrixView, headsView, numbersView] as const;

export type ViewName = (typeof VIEWS)[number]['name'];

export const VIEW_NAMES: readonly ViewName[] = VIEWS.map(({ name }) => name);

/** The view that an element begins with, and in which a head of the grid opens. */
export const DEFAULT_VIEW: ViewName = stepsView.name;

export const viewNamed = (name: ViewName): View => VIEWS.find((view) => view.name === name)!;

/** The view of a state: where `matrices` is set, one that can shows the matrices of the layer. */
export function viewOf({ view: name, matrices }: { view: ViewName; matrices: boolean }): View {
  const view = viewNamed(name);
  if (!matrices || !view.hasMatrices) return view;
  return {
    ...view,
    draw: (viewModel, isWhole) =>
      viewModel.steps ? drawMatrices({ ...viewModel, steps: viewModel.steps }) : view.draw(viewModel, isWhole),
    requiredHeight: (viewModel) =>
      viewModel.steps ? heightOfMatrices(viewModel) : (view.requiredHeight?.(viewModel) ?? null),
  };
}
