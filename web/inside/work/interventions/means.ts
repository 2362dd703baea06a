// Means of the outputs of all parts over the reading set: of the model alone, so once.
import { meanActivations, type MeanActivations } from '../../../analysis/index.js';
import type { Context } from '../context.js';
import type { Inspected } from '../inspected.js';

/** @param report the share of the texts that were read */
export async function meansOf(inspected: Inspected, { signal, report }: Context): Promise<MeanActivations> {
  inspected.means ??= await meanActivations(inspected.model, { signal, onProgress: report });
  return inspected.means;
}
