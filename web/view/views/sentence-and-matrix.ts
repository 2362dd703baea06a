// The sentence with its beams above the attention matrix: for external attention, of which only the weights are known.
import { drawMatrixView } from './matrix-view.js';
import { drawSentence } from '../marks/sentence.js';
import { NO_ZOOM } from '../zoom.js';
import type { ViewModel } from '../view-model.js';
import type { Scene } from '../scene.js';

const MARGIN = 10;
const SENTENCE_SHARE = 0.34; // of the height, at most

export function drawSentenceAndMatrix(viewModel: ViewModel): Scene {
  const { width, height } = viewModel;
  const strip = { x: MARGIN, y: MARGIN, width: width - 2 * MARGIN, height: height * SENTENCE_SHARE };
  const { marks, tokens, height: used } = drawSentence(viewModel, strip);
  const top = MARGIN + used + MARGIN;
  const below = drawMatrixView({ ...viewModel, zoom: NO_ZOOM }, top);
  return {
    ...below,
    layers: [...below.layers, { clip: { x: 0, y: 0, width, height: top }, marks }],
    tokens: [...tokens, ...below.tokens],
    viewport: null,
  };
}
