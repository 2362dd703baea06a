import fc from 'fast-check';
import { cellAt, matrixLayout, movedCell, shownLabels } from '../../../web/inside/maps/matrix-layout.js';

const sizes = fc.record({ rows: fc.integer({ min: 1, max: 300 }), columns: fc.integer({ min: 1, max: 300 }) });

test('each cell is at its own middle, and the matrix is no wider than its room', () => {
  fc.assert(
    fc.property(sizes, fc.integer({ min: 400, max: 1500 }), fc.boolean(), ({ rows, columns }, room, isUpright) => {
      const layout = matrixLayout({ rows, columns, room, left: 80, upright: isUpright ? 9 : null, mostWidth: 28 });
      const { width, height, left, top } = layout;
      expect(left + columns * width).toBeLessThanOrEqual(room);
      for (const [row, place] of [
        [0, 0],
        [rows - 1, columns - 1],
      ]) {
        expect(cellAt(layout, left + (place + 0.5) * width, top + (row + 0.5) * height)).toEqual({ row, place });
      }
      expect(cellAt(layout, left - 1, top + 1)).toBeNull();
      expect(cellAt(layout, left + 1, top + rows * height + 1)).toBeNull();
    }),
  );
});

test('arrow keys go from cell to cell, and stop at the edges', () => {
  const matrix = { rows: 2, columns: 3 };
  expect(movedCell(matrix, { row: 0, place: 0 }, 'ArrowRight')).toEqual({ row: 0, place: 1 });
  expect(movedCell(matrix, { row: 0, place: 0 }, 'ArrowUp')).toEqual({ row: 0, place: 0 });
  expect(movedCell(matrix, { row: 1, place: 2 }, 'ArrowDown')).toEqual({ row: 1, place: 2 });
  expect(movedCell(matrix, { row: 0, place: 0 }, 'Enter')).toBeNull();
});

test('labels do not run into each other, and that of the selected row is always there', () => {
  const labels = Array.from({ length: 10 }, (_, at) => ({ begin: at, end: at + 1, text: String(at) }));
  const textsOf = (size, selected) => shownLabels(labels, size, selected).map(({ text }) => text);
  expect(textsOf(14, null)).toHaveLength(10);
  expect(textsOf(7, null)).toEqual(['0', '2', '4', '6', '8']);
  expect(textsOf(7, 5)).toEqual(['0', '2', '5', '7', '9']);
});
