// Outlines in the matrices of the pipeline: the cell under the cursor, the row of its query and the column of its key.
import { cursorOf } from '../../reveal.js';
import { placeOf, type Camera } from './layout.js';
import { headSlice } from './connectors.js';
import { stageProgress, type StageName } from '../../stages.js';
import { VECTORS } from '../../marks/vectors.js';
import type { Box, Mark, ComputedName } from '../../scene.js';
import type { StepsViewModel } from '../../view-model.js';

const firstStage = (matrix: ComputedName): StageName => (matrix === 'attention' ? 'score' : VECTORS[matrix].stage);

export function drawHighlights(viewModel: StepsViewModel, camera: Camera): Mark[] {
  const { palette, moment, selection, weights, steps } = viewModel;
  const cursor = cursorOf(viewModel);
  const [queries, keys] = weights.shape as [number, number];
  const depth = steps.trace.query.shape[1]!;
  const marks: Mark[] = [];

  const outline = (matrix: ComputedName, part: (box: Box) => Box, stroke: string, lineWidth: number, opacity = 1) => {
    if (stageProgress(moment, firstStage(matrix)) === 0 || camera.opacityOf(matrix) === 0) return;
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

  const queryRow = cursor && (cursor.matrix === 'attention' || cursor.matrix === 'output') ? cursor.row : selection.row;
  outline('attention', row(queryRow), palette.query, 1.5, 0.8);
  if (moment.stage === 'score' || moment.stage === 'rotate') outline('query', row(queryRow), palette.query, 2);
  if (moment.stage === 'sum' || cursor?.matrix === 'output') outline('output', row(queryRow), palette.value, 2);

  outline('concat', () => headSlice(viewModel, camera), palette.value, 1.5);

  if (cursor?.matrix === 'attention') {
    if (moment.stage === 'score') outline('key', column(cursor.column), palette.key, 2);
    outline('attention', column(cursor.column), palette.key, 1.5, 0.8);
    outline('attention', cell(cursor.row, cursor.column, queries, keys), palette.text, 2.5);
  }
  if (cursor?.matrix === 'query') outline('query', cell(cursor.row, cursor.column, queries, depth), palette.text, 2);
  if (cursor?.matrix === 'output') {
    outline('output', cell(cursor.row, cursor.column, queries, depth), palette.text, 2);
    outline('value', cell(cursor.column, 0, depth, 1), palette.value, 2);
  }
  return marks;
}
