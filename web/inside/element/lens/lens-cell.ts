// The cell of the lens that is described beside it.
import type { Shown } from '../shown.js';
import type { Lens } from '../../work/lens.js';
import type { Prediction } from '../../work/answer.js';
import type { ViewCell } from '../../views/matrix-layout.js';

/** The selected cell, or that of the model's prediction. */
export function cellOf({ cell }: Shown, lens: Lens, { position }: Prediction): ViewCell {
  const last = { row: lens.tokens.indexOf(position), place: lens.cells.length - 1 };
  return cell && cell.row < lens.tokens.length && cell.place < lens.cells.length ? cell : last;
}
