// Placement of the labels of marked steps in the chart of a training run.
import fc from 'fast-check';
import { endOf, placeMarks, spanOf, widthOf } from '../../../web/training/element/mark-labels.js';

const [LEFT, RIGHT] = [38, 450];
const NAMES = ['the heads click together', '95% right'];
const x = (share) => LEFT + share * (RIGHT - LEFT);

test('no line crosses a name, and no name leaves the chart, for any two moments', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (one, other) => {
        const steps = [Math.min(one, other), Math.max(one, other)];
        const marks = steps.map((step, at) => ({ step, text: NAMES[at] }));
        const placed = placeMarks(marks, x, LEFT, RIGHT);
        expect(placed.map(({ text }) => text)).toEqual(NAMES);
        for (const mark of placed) {
          const [from, to] = spanOf(mark);
          expect(from).toBeGreaterThan(LEFT - 0.01);
          expect(to).toBeLessThan(RIGHT + 0.01);
          // The vertical lines that connect labels in higher rows with the chart must not run through this label.
          for (const line of placed.filter(({ row }) => row < mark.row))
            expect(line.x > from && line.x < to).toBe(false);
        }
      },
    ),
  );
});

test('Chinese characters are wider than letters', () => {
  expect(widthOf('两个头接上了')).toBeGreaterThan(widthOf('abcdef'));
});

test('no line crosses the name of a level', () => {
  const isFree = (end, lines) => lines.every((at) => at > end || at < end - widthOf('guessing'));
  expect(endOf('guessing', [], RIGHT)).toBe(RIGHT);
  const close = [RIGHT - 60, RIGHT - 20]; // too close together: there is no space between them or after them
  expect(endOf('guessing', close, RIGHT)).toBeLessThan(RIGHT - 60);
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 2 }), (shares) => {
      const lines = shares.map(
        (share) => LEFT + 2 * widthOf('guessing') + share * (RIGHT - LEFT - 2 * widthOf('guessing')),
      );
      expect(isFree(endOf('guessing', lines, RIGHT), lines)).toBe(true);
    }),
  );
});
