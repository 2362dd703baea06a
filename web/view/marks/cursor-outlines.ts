// Outlines in the attention matrix: the row of the query token, the column under the cursor, and the cell where they meet.
import { cursorOf } from '../reveal.js';
import type { Box, Mark } from '../scene.js';
import type { ViewModel } from '../view-model.js';

export const outline = (box: Box, stroke: string, lineWidth: number): Mark => ({
  kind: 'rect',
  ...box,
  stroke,
  lineWidth,
  radius: 2,
});

/** Box of one row in a matrix of `rows` rows. */
export const rowIn = (box: Box, row: number, rows: number): Box => ({
  ...box,
  y: box.y + (row * box.height) / rows,
  height: box.height / rows,
});

/** @param box the whole matrix */
export function cursorOutlines(viewModel: ViewModel, box: Box): Mark[] {
  const { palette, queryTokens, keyTokens, selection } = viewModel;
  const cursor = cursorOf(viewModel);
  const row = rowIn(box, selection.row, queryTokens.length);
  if (cursor?.matrix !== 'attention') return [outline(row, palette.query, 1.5)];
  const width = box.width / keyTokens.length;
  const column = { ...box, x: box.x + cursor.column * width, width };
  return [
    outline(row, palette.query, 1.5),
    outline(column, palette.key, 1.5),
    outline({ ...row, x: column.x, width }, palette.text, 2.5),
  ];
}
