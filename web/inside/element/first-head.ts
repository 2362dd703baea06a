// Heads that views select by default, until the user selects one.
import { attribution } from '../views/attribution/results.js';
import { extremesOf, strongestOf } from '../maps/head-map-layout.js';
import type { HeadRef } from '../../engine/transformer/head-ref.js';
import type { Inspection } from '../inspection.js';
import type { PerAttention } from '../../analysis/index.js';

/** Head whose value in a result has the largest magnitude; null if no value is known. */
export function strongestHead({ heads }: Inspection, values: PerAttention | undefined): HeadRef | null {
  const extremes = values && extremesOf(heads, values);
  return extremes ? strongestOf(extremes).at : null;
}

/**
 * Head with the largest direct effect on the answer; null until it is known. If no direct effects are computed for the
 * model, the first head of the last layer.
 */
export function mostDirectHead(inspection: Inspection): HeadRef | null {
  const { status, value } = inspection.result(attribution);
  const strongest = strongestHead(inspection, value?.heads);
  const last = inspection.heads.at(-1);
  if (strongest || !last || inspection.answer.status !== 'done' || status !== 'idle') return strongest;
  return { attention: last.attention, layer: last.layers - 1, head: 0 };
}
