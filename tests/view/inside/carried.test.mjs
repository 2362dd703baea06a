// Cells in the map of patches of “Look inside”: the one whose activation is moved by hand, and the one to which it is
// moved.
import { cellOf, placeAt, sourceRows } from '../../../web/inside/views/patching/carried-cells.js';

const [across, down] = [false, true].map((isDown) => ({ layers: 3, tokens: [0, 4, 5], isDown }));

test('a cell is a layer and a token that is shown, whichever way the layers run', () => {
  expect(placeAt(across, { row: 1, place: 2 })).toEqual({ layer: 2, position: 4 });
  expect(placeAt(down, { row: 2, place: 1 })).toEqual({ layer: 2, position: 4 });
  for (const rows of [across, down]) {
    for (const row of [0, 1, 2])
      for (const place of [0, 1, 2])
        expect(cellOf(rows, /** @type {any} */ (placeAt(rows, { row, place })))).toEqual({ row, place });
  }
});

test('there is none beyond the layers and tokens', () => {
  expect(placeAt(across, { row: 3, place: 0 })).toBeNull();
  expect(placeAt(across, { row: 0, place: 3 })).toBeNull();
  expect(cellOf(across, { layer: 0, position: 3 })).toBeNull();
});

test('the cells to take from are of the sentence that is not patched', () => {
  const tokens = (count) => Array.from({ length: count }, (_, id) => ({ id, text: '' }));
  /**
   * Tokens of two sentences, and their alignment as [first, second] positions.
   * @type {any}
   */
  const pair = {
    tokens: { clean: tokens(3), corrupted: tokens(2) },
    alignment: [
      [0, 0],
      [2, 1],
    ],
  };
  expect(sourceRows(pair, { direction: 'denoise' }, across).tokens).toEqual([0, 1, 2]);
  expect(sourceRows(pair, { direction: 'noise' }, across).tokens).toEqual([0, 1]);
});
