// The cell of the lens that is described beside it.
import type { LensPlace, Shown } from './shown.js';
import type { Lens } from '../work/lens.js';
import type { Prediction } from '../work/answer.js';

/** The selected cell, or that of the model's prediction. */
export function cellOf({ cell }: Shown, lens: Lens, { position }: Prediction): LensPlace {
  const last = { row: lens.tokens.indexOf(position), place: lens.cells.length - 1 };
  return cell && cell.row < lens.tokens.length && cell.place < lens.cells.length ? cell : last;
}
