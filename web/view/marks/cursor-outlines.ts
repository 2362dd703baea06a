// Outlines in the attention matrix: the row of the query token, and for a selected cell also its column and the cell
// itself.
import { cursorOf } from '../reveal.js';
import type { Box, Mark, RectMark } from '../scene.js';
import type { ViewModel } from '../view-model.js';

export const outline = (box: Box, stroke: string, lineWidth: number): RectMark => ({
  kind: 'rect',
  ...box,
  stroke,
  lineWidth,
  radius: 2,
});

/** Outline around the query token's row of the attention matrix. */
export const queryOutline = (box: Box, stroke: string): RectMark => ({
  ...outline(box, stroke, 1.5),
  role: 'query-outline',
});

/**
 * Box of one row of a matrix.
 * @param rows number of rows in the matrix
 */
export const rowIn = (box: Box, row: number, rows: number): Box => ({
  ...box,
  y: box.y + (row * box.height) / rows,
  height: box.height / rows,
});

/**
 * Outlines of the query token's row and of the selected cell in the attention matrix.
 * @param box box of the whole matrix
 */
export function cursorOutlines(viewModel: ViewModel, box: Box): Mark[] {
  const { palette, queryTokens, keyTokens, selection } = viewModel;
  const cursor = cursorOf(viewModel);
  const row = rowIn(box, selection.row, queryTokens.length);
  if (cursor?.matrix !== 'attention') return [queryOutline(row, palette.query)];
  const width = box.width / keyTokens.length;
  const column = { ...box, x: box.x + cursor.column * width, width };
  return [
    queryOutline(row, palette.query),
    outline(column, palette.key, 1.5),
    outline({ ...row, x: column.x, width }, palette.text, 2.5),
  ];
}
