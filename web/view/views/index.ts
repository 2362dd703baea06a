// The registry of views: which parts of the interface each has, and where its drawing is.
import { pipelineDrawing } from './pipeline/pipeline-view.js';
import type { Drawing, View } from './view.js';

export type { Drawing, View } from './view.js';

/** At hand: an element begins with it. */
const loadPipeline = (): Promise<Drawing> => Promise.resolve(pipelineDrawing);
const loadMatrices = async (): Promise<Drawing> => (await import('./matrices/matrices-view.js')).matricesDrawing;
const loadWeights = async (): Promise<Drawing> => (await import('./sentence-and-matrix.js')).weightsDrawing;

/** Every step of one head. */
const steps = {
  load: loadPipeline,
  loadForWeights: loadWeights,
  cover: null,
  side: 'step',
  zoomable: false,
  animated: true,
  transitions: false,
  sortable: false,
  hasMatrices: true,
} as const;

/** In the order in which the interface offers them. A view is its drawing, its entry here, and its messages. */
const VIEWS = [
  {
    name: 'sentence',
    load: async () => (await import('./sentence/sentence-view.js')).sentenceDrawing,
    cover: null,
    side: 'caption',
    zoomable: false,
    animated: false,
    transitions: true,
    sortable: false,
    hasMatrices: false,
  },
  {
    name: 'ledger',
    load: async () => (await import('./ledger/ledger-view.js')).ledgerDrawing,
    cover: null,
    side: 'step',
    zoomable: false,
    animated: true,
    transitions: false,
    sortable: false,
    hasMatrices: true,
  },
  { ...steps, name: 'steps' },
  {
    name: 'matrix',
    load: async () => (await import('./matrix-view.js')).matrixDrawing,
    cover: null,
    side: 'step',
    zoomable: true,
    animated: true,
    lastStage: 'softmax',
    transitions: false,
    sortable: false,
    hasMatrices: false,
  },
  {
    name: 'heads',
    load: async () => (await import('./heads/heads-view.js')).headsDrawing,
    cover: null,
    side: 'heads',
    zoomable: false,
    animated: false,
    transitions: false,
    sortable: true,
    hasMatrices: false,
  },
  // The attention matrix as a table. Its exports show the steps.
  { ...steps, name: 'numbers', cover: 'table', lastStage: 'softmax', hasMatrices: false },
] as const satisfies readonly View[];

export type ViewName = (typeof VIEWS)[number]['name'];

export const VIEW_NAMES: readonly ViewName[] = VIEWS.map(({ name }) => name);

/** The view that an element begins with, and in which a head of the grid opens. */
export const DEFAULT_VIEW: ViewName = 'steps';

export const viewNamed = (name: ViewName): View => VIEWS.find((view) => view.name === name)!;

/**
 * The view of a state: where `matrices` is set, one that can shows the matrices of the layer.
 * @param hasSteps whether more than the weights is known
 */
export function viewOf({ view: name, matrices }: { view: ViewName; matrices: boolean }, hasSteps: boolean): View {
  const view = viewNamed(name);
  if (!hasSteps) return { ...view, load: view.loadForWeights ?? view.load };
  return matrices && view.hasMatrices ? { ...view, load: loadMatrices } : view;
}

/** Loads the drawings of all views, so that nobody waits for one. */
export const DRAWINGS: readonly View['load'][] = [...VIEWS.map(({ load }) => load), loadMatrices];
