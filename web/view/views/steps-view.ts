// The view 'steps': every step of one head, or its weights where the steps are not known.
import { drawPipelineView, drawWholePipeline } from './pipeline/pipeline-view.js';
import { drawSentenceAndMatrix } from './sentence-and-matrix.js';
import type { View } from './view.js';

export const stepsView = {
  name: 'steps',
  draw: (viewModel, isWhole) => {
    const { steps } = viewModel;
    if (!steps) return drawSentenceAndMatrix(viewModel, isWhole);
    return (isWhole ? drawWholePipeline : drawPipelineView)({ ...viewModel, steps });
  },
  requiredHeight: null,
  cover: null,
  side: 'step',
  zoomable: false,
  animated: true,
  transitions: false,
  sortable: false,
  hasMatrices: true,
} as const satisfies View;
