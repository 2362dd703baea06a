// The sentence with its beams above the attention matrix: for external attention, of which only the weights are known.
import { drawMatrixView } from './matrix-view.js';
import { drawSentence, sentenceStrip } from '../marks/sentence.js';
import { NO_ZOOM } from '../zoom.js';
import type { ViewModel } from '../view-model.js';
import type { Scene } from '../scene.js';

const MARGIN = 10;

export function drawSentenceAndMatrix(viewModel: ViewModel): Scene {
  const { width } = viewModel;
  const strip = sentenceStrip(viewModel, MARGIN);
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
