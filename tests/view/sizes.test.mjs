// An element may be hidden, or in a column too narrow for anything, while its state changes.
import fc from 'fast-check';
import { drawComposition } from '../../dist/view/composition.js';
import { drawMatrixView } from '../../dist/view/matrix-view.js';
import { drawSentenceAndMatrix } from '../../dist/view/sentence-and-matrix.js';
import { STAGE_NAMES } from '../../dist/view/stages.js';
import { WHOLE } from '../../dist/view/zoom.js';
import { marksOf, pictureOf } from './pictures.mjs';

const size = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 300 }));

test.each([
  ['the composition', drawComposition],
  ['the matrix', (picture) => drawMatrixView(picture, WHOLE)],
  ['the matrix, zoomed', (picture) => drawMatrixView(picture, { factor: 4, x: 0.3, y: 0.7 })],
  ['the sentence and the matrix', drawSentenceAndMatrix],
])('%s is drawn on a canvas of any size, of none too', (_, draw) => {
  fc.assert(
    fc.property(
      size,
      size,
      fc.constantFrom(...STAGE_NAMES),
      fc.constantFrom(0, 0.5, 1),
      (width, height, stage, time) => {
        const scene = draw(pictureOf('我 爱 the quiet 北京', { moment: { stage, time }, width, height }));
        const numbers = marksOf(scene).flatMap((mark) =>
          Object.values(mark).filter((each) => typeof each === 'number'),
        );
        expect(numbers.filter((each) => !Number.isFinite(each))).toEqual([]);
      },
    ),
  );
});
