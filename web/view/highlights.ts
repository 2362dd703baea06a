// What belongs to the cell in question: the row that asks, the column that answers, the cell itself.
import { cursorOf } from './reveal.js';
import { placeOf, type Camera } from './layout.js';
import { headSlice } from './ribbons.js';
import { progress, type StageName } from './stages.js';
import { VECTORS } from './vectors.js';
import type { Box, Mark, MatrixName } from './scene.js';
import type { Picture } from './picture.js';

const begins = (matrix: MatrixName): StageName => (matrix === 'attention' ? 'score' : VECTORS[matrix].stage);

export function drawHighlights(picture: Picture, camera: Camera): Mark[] {
  const { palette, moment, selection, trace } = picture;
  const cursor = cursorOf(picture);
  const [queries, keys] = trace.weights.shape as [number, number];
  const depth = trace.query.shape[1]!;
  const marks: Mark[] = [];

  const frame = (matrix: MatrixName, part: (box: Box) => Box, stroke: string, lineWidth: number, opacity = 1) => {
    if (progress(moment, begins(matrix)) === 0) return;
    marks.push({ kind: 'rect', ...part(placeOf(matrix, camera)), stroke, lineWidth, radius: 2, opacity });
  };
  const row = (index: number) => (box: Box) => ({
    ...box,
    y: box.y + (index * box.height) / queries,
    height: box.height / queries,
  });
  const column = (index: number) => (box: Box) => ({
    ...box,
    x: box.x + (index * box.width) / keys,
    width: box.width / keys,
  });
  const cell = (r: number, c: number, rows: number, columns: number) => (box: Box) => ({
    x: box.x + (c * box.width) / columns,
    y: box.y + (r * box.height) / rows,
    width: box.width / columns,
    height: box.height / rows,
  });

  const asking = cursor && (cursor.matrix === 'attention' || cursor.matrix === 'output') ? cursor.row : selection.row;
  frame('attention', row(asking), palette.query, 1.5, 0.8);
  if (moment.stage === 'score') frame('query', row(asking), palette.query, 2);
  if (moment.stage === 'mix' || cursor?.matrix === 'output') frame('output', row(asking), palette.value, 2);

  frame('merged', () => headSlice(picture, camera), palette.value, 1.5);

  if (cursor?.matrix === 'attention') {
    if (moment.stage === 'score') frame('key', column(cursor.column), palette.key, 2);
    frame('attention', column(cursor.column), palette.key, 1.5, 0.8);
    frame('attention', cell(cursor.row, cursor.column, queries, keys), palette.text, 2.5);
  }
  if (cursor?.matrix === 'output') {
    frame('output', cell(cursor.row, cursor.column, queries, depth), palette.text, 2);
    frame('value', cell(cursor.column, 0, depth, 1), palette.value, 2);
  }
  return marks;
}
