// The registry of views, the ways to show attention: which module draws each view, and which parts of the interface it
// has.
import { pipelineDrawing } from './pipeline/pipeline-view.js';
import type { Drawing, View } from './view.js';

export type { Drawing, View } from './view.js';

/**
 * Loads the module that draws the initial view. The module is imported statically, since an element starts with this
 * view.
 */
const loadPipeline = (): Promise<Drawing> => Promise.resolve(pipelineDrawing);
const loadMatrices = async (): Promise<Drawing> => (await import('./matrices/matrices-view.js')).matricesDrawing;
const loadWeights = async (): Promise<Drawing> => (await import('./sentence-and-matrix.js')).weightsDrawing;

/** Properties that the views of a single head's steps have in common. */
const steps = { load: loadPipeline, loadForWeights: loadWeights, side: 'step', animated: true } as const;

/** All views, in the order of the menu. To add a view, add a module that draws it, an entry here, and its texts. */
const VIEWS = [
  {
    name: 'sentence',
    load: async () => (await import('./sentence/sentence-view.js')).sentenceDrawing,
    side: 'caption',
    footer: 'captions',
    transitions: true,
  },
  {
    name: 'ledger',
    load: async () => (await import('./ledger/ledger-view.js')).ledgerDrawing,
    side: 'step',
    animated: true,
    hasMatrices: true,
  },
  { ...steps, name: 'steps', hasMatrices: true },
  {
    name: 'matrix',
    load: async () => (await import('./matrix-view.js')).matrixDrawing,
    side: 'step',
    zoomable: true,
    animated: true,
    lastStage: 'softmax',
  },
  {
    name: 'heads',
    load: async () => (await import('./heads/heads-view.js')).headsDrawing,
    side: 'heads',
    footer: 'title',
    sortable: true,
  },
  // The view 'numbers' shows the attention matrix as a table. Exports, which cannot contain the table, show the view
  // 'steps' instead.
  { ...steps, name: 'numbers', cover: 'table', lastStage: 'softmax' },
] as const satisfies readonly View[];

export type ViewName = (typeof VIEWS)[number]['name'];

export const VIEW_NAMES: readonly ViewName[] = VIEWS.map(({ name }) => name);

/** Name of the initial view. A head that is opened from the view 'heads' is shown in this view, too. */
export const DEFAULT_VIEW: ViewName = 'steps';

export const viewNamed = (name: ViewName): View => VIEWS.find((view) => view.name === name)!;

/**
 * The view that the element draws for a name. With `matrices`, views that support it show the head's matrices instead.
 * @param hasSteps false for external attention, of which only the weights are known
 */
export function viewOf({ view: name, matrices }: { view: ViewName; matrices: boolean }, hasSteps: boolean): View {
  const view = viewNamed(name);
  if (!hasSteps) return { ...view, load: view.loadForWeights ?? view.load };
  return matrices && view.hasMatrices ? { ...view, load: loadMatrices } : view;
}

/** Functions that load the modules that draw the views, for preloading. */
export const DRAWINGS: readonly View['load'][] = [...VIEWS.map(({ load }) => load), loadMatrices];
