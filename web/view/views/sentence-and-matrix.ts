// Drawing of external attention, whose steps are unknown: the sentence with its beams above the attention matrix.
import { drawMatrixView, sizeOfWhole } from './matrix-view.js';
import { drawSentence, sentenceStrip } from '../marks/sentence.js';
import { NO_ZOOM } from '../zoom.js';
import type { ViewModel } from '../view-model.js';
import type { Drawing } from './view.js';
import type { Scene } from '../scene.js';

const MARGIN = 10;

/**
 * Draws the sentence above the attention matrix.
 * @param isWhole true for an image large enough for the labels of all tokens; default: the size of the canvas
 */
export function drawSentenceAndMatrix(viewModel: ViewModel, isWhole = false): Scene {
  const size = isWhole ? sizeOfWhole(viewModel) : viewModel;
  const { width } = size;
  const strip = sentenceStrip({ ...viewModel, width }, MARGIN);
  const { marks, tokens, height: used } = drawSentence(viewModel, isWhole ? { ...strip, height: Infinity } : strip);
  const top = MARGIN + used + MARGIN;
  const height = size.height + (isWhole ? top : 0);
  const below = drawMatrixView({ ...viewModel, width, height, zoom: NO_ZOOM }, top);
  return {
    ...below,
    layers: [...below.layers, { clip: { x: 0, y: 0, width, height: top }, marks }],
    tokens: [...tokens, ...below.tokens],
    viewport: null,
  };
}

export const weightsDrawing: Drawing = { draw: drawSentenceAndMatrix, requiredHeight: null };
