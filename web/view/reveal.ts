// How a stage fills its matrix: one row first, cell by cell, as a teacher would; then all the others.
import { largestColumn, type PictureContent } from './picture.js';
import { within } from './stages.js';
import type { Cell } from './scene.js';

const ONE_ROW_FROM = 0.14;
const ONE_ROW_TO = 0.55;
const ALL_ROWS_TO = 0.92;

/** How far a cell is filled, 0 … 1, when `taught` is the row that comes first. */
export function revealed(
  time: number,
  row: number,
  column: number,
  taught: number,
  rows: number,
  columns: number,
): number {
  const one = row === taught;
  const done = one
    ? within(time, ONE_ROW_FROM, ONE_ROW_TO) * columns - column
    : within(time, ONE_ROW_TO, ALL_ROWS_TO) * rows - row;
  return Math.min(1, Math.max(0, done));
}

/** The cell that the picture is about at this moment: the reader's, or else the one that is being taught. */
export function cursorOf({ selection, moment, trace }: PictureContent): Cell | null {
  if (selection.cell) return selection.cell;
  const { stage, time } = moment;
  const row = selection.row;
  const sweep = (columns: number) =>
    Math.min(columns - 1, Math.floor(within(time, ONE_ROW_FROM, ONE_ROW_TO) * columns));
  const columns = trace.weights.shape[1]!;
  const best = largestColumn(trace.weights, row);
  switch (stage) {
    case 'score':
    case 'scale':
    case 'mask':
      return { matrix: 'attention', row, column: time < ONE_ROW_TO ? sweep(columns) : best };
    case 'softmax':
      return { matrix: 'attention', row, column: best };
    case 'mix':
      return { matrix: 'output', row, column: time < ONE_ROW_TO ? sweep(trace.output.shape[1]!) : 0 };
    default:
      return null;
  }
}
