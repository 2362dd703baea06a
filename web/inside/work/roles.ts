// Scores of all heads for what heads are known to do: of the model alone, so once.
import { headScores, type HeadScores } from '../../analysis/index.js';
import type { Context } from './context.js';
import type { Inspected } from './inspected.js';

export async function roles(inspected: Inspected, _: null, { signal, report }: Context): Promise<HeadScores> {
  inspected.scores ??= await headScores(inspected.model, { signal, onProgress: report });
  inspected.keep('roles', inspected.scores);
  return inspected.scores;
}
