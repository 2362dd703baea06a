// Drawing of every view and stage at sizes close to 0, as of an element that is hidden or too narrow to show anything.
import fc from 'fast-check';
import { drawSentenceAndMatrix } from '../../web/view/views/sentence-and-matrix.js';
import { STAGE_NAMES } from '../../web/view/stages.js';
import { VIEW_NAMES } from '../../web/view/views/index.js';
import { marksOf, viewModelOf, viewNamed } from './view-models.mjs';

const size = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 300 }));
const zoomed = (viewModel) => ({ ...viewModel, zoom: { factor: 4, x: 0.3, y: 0.7 } });

test.each([
  ...VIEW_NAMES.map((name) => [`the view ${name}`, viewNamed(name).draw]),
  ['the view matrix, zoomed,', (viewModel) => viewNamed('matrix').draw(zoomed(viewModel))],
  ['external attention', drawSentenceAndMatrix],
])('%s is drawn on a canvas of any size, including an empty one', (_, draw) => {
  fc.assert(
    fc.property(
      size,
      size,
      fc.constantFrom(...STAGE_NAMES),
      fc.constantFrom(0, 0.5, 1),
      (width, height, stage, progress) => {
        const scene = draw(viewModelOf('我 爱 the quiet 北京', { moment: { stage, progress }, width, height }));
        const numbers = marksOf(scene).flatMap((mark) =>
          Object.values(mark).filter((each) => typeof each === 'number'),
        );
        expect(numbers.filter((each) => !Number.isFinite(each))).toEqual([]);
      },
    ),
  );
});
