// The head that the user's interventions change most. The interface names it if the interventions do not change the
// selected head.
import { read } from './answer.js';
import type { HeadRef } from '../../engine/transformer/run.js';
import type { ShownRun } from './shown-model.js';

const VISIBLE_CHANGE = 0.005; // smallest change of a weight that is visible

/** Largest absolute difference between two arrays of weights. */
function largestChange(now: Float32Array, baseline: Float32Array): number {
  let largest = 0;
  for (let at = 0; at < now.length; at++) largest = Math.max(largest, Math.abs(now[at]! - baseline[at]!));
  return largest;
}

export const isVisiblyChanged = (now: Float32Array, baseline: Float32Array): boolean =>
  largestChange(now, baseline) >= VISIBLE_CHANGE;

/**
 * The head of an attention type whose weights the interventions change most; null if they hardly change any head.
 * @param isAblated returns true for a head that is switched off; such heads are excluded, since switching them off is
 *   itself a change
 */
export function mostAffectedHead(
  run: ShownRun,
  baseline: ShownRun,
  attention: HeadRef['attention'],
  isAblated: (head: HeadRef) => boolean,
): HeadRef | null {
  let most: HeadRef | null = null;
  let largest = VISIBLE_CHANGE;
  for (let layer = 0; layer < run.layers[attention]; layer++) {
    const now = read(run.attention(attention, layer)).data;
    const before = read(baseline.attention(attention, layer)).data;
    const size = now.length / run.numHeads;
    for (let head = 0; head < run.numHeads; head++) {
      const headRef = { attention, layer, head };
      const [from, to] = [head * size, (head + 1) * size];
      const change = largestChange(now.subarray(from, to), before.subarray(from, to));
      if (change >= largest && !isAblated(headRef)) [most, largest] = [headRef, change];
    }
  }
  return most;
}
