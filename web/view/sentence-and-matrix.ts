// The sentence with its beams, and below it the matrix: all there is to see where only the weights are known.
import { drawMatrixView } from './matrix-view.js';
import { drawSentence } from './sentence.js';
import { WHOLE } from './zoom.js';
import type { Picture } from './picture.js';
import type { Scene } from './scene.js';

const MARGIN = 10;
const SENTENCE_SHARE = 0.34; // of the height, at most

export function drawSentenceAndMatrix(picture: Picture): Scene {
  const { width, height } = picture;
  const strip = { x: MARGIN, y: MARGIN, width: width - 2 * MARGIN, height: height * SENTENCE_SHARE };
  const { marks, words, height: used } = drawSentence(picture, strip);
  const top = MARGIN + used + MARGIN;
  const below = drawMatrixView(picture, WHOLE, top);
  return {
    ...below,
    layers: [...below.layers, { clip: { x: 0, y: 0, width, height: top }, marks }],
    words: [...words, ...below.words],
  };
}
