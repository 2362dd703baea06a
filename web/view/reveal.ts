// The order in which a stage of the animation fills its matrix: first the row of the query token, cell by cell, then
// all other rows.
import { largestColumn, type ViewModelData } from './view-model.js';
import { within } from './stages.js';
import type { Cell } from './scene.js';

// Times within a stage of the animation, as shares of the stage's progress.
const FEATURED_ROW_FROM = 0.14;
const FEATURED_ROW_TO = 0.55;
const ALL_ROWS_TO = 0.92;

/**
 * Progress, from 0 to 1, of a matrix cell's appearance at a progress of the stage. The row `featuredRow` is filled
 * before the others.
 */
export function revealed(
  progress: number,
  row: number,
  column: number,
  featuredRow: number,
  rows: number,
  columns: number,
): number {
  const filled =
    row === featuredRow
      ? within(progress, FEATURED_ROW_FROM, FEATURED_ROW_TO) * columns - column
      : within(progress, FEATURED_ROW_TO, ALL_ROWS_TO) * rows - row;
  return Math.min(1, Math.max(0, filled));
}

/**
 * The cell that the panel explains: the selected cell, or else the cell that the animation is filling; null if there is
 * neither.
 */
export function cursorOf({ selection, moment, weights, steps }: ViewModelData): Cell | null {
  if (selection.cell) return selection.cell;
  const { stage, progress } = moment;
  const row = selection.row;
  const sweep = (columns: number) =>
    Math.min(columns - 1, Math.floor(within(progress, FEATURED_ROW_FROM, FEATURED_ROW_TO) * columns));
  const columns = weights.shape[1]!;
  const best = largestColumn(weights, row);
  if (!steps) return { matrix: 'attention', row, column: best };
  switch (stage) {
    case 'rotate':
      return { matrix: 'query', row, column: progress < FEATURED_ROW_TO ? sweep(steps.trace.query.shape[1]!) : 0 };
    case 'score':
    case 'scale':
    case 'cap':
    case 'bias':
    case 'mask':
      return { matrix: 'attention', row, column: progress < FEATURED_ROW_TO ? sweep(columns) : best };
    case 'softmax':
      return { matrix: 'attention', row, column: best };
    case 'sum':
      return { matrix: 'output', row, column: progress < FEATURED_ROW_TO ? sweep(steps.trace.output.shape[1]!) : 0 };
    default:
      return null;
  }
}
