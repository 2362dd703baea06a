// Head scores as tensors [layers, heads], one for each combination of attention type, role and field of the score.
import type { Tensor } from '../../engine/core/tensor.js';
import { unknown } from '../components.js';
import type { HeadScores } from '../head-scores/head-scores.js';
import type { Score } from '../head-scores/mean-score.js';

/**
 * Maps of one role's scores, one for each field of `Score`: [layers, heads], or [layers, heads, 2] for the interval.
 * NaN marks heads to which the role does not apply.
 */
type ScoreMaps = Record<keyof Score, Tensor>;
type RoleMaps = ScoreMaps & { withoutFirst?: ScoreMaps };

export function mapsOfScores({ heads }: HeadScores): Record<string, Record<string, RoleMaps>> {
  const maps: Record<string, Record<string, RoleMaps>> = {};
  for (const { attention, layer, head, roles } of heads) {
    const last = heads.findLast((each) => each.attention === attention)!; // `heads` is in ascending order
    const shape = [last.layer + 1, last.head + 1];
    for (const [role, { withoutFirst, ...score }] of Object.entries(roles)) {
      const ofRole: RoleMaps = ((maps[attention] ??= {})[role] ??= emptyMaps(shape));
      set(ofRole, score, layer, head);
      if (withoutFirst) set((ofRole.withoutFirst ??= emptyMaps(shape)), withoutFirst, layer, head);
    }
  }
  return maps;
}

const emptyMaps = (shape: readonly number[]): ScoreMaps => ({
  score: unknown('score', shape),
  baseline: unknown('baseline', shape),
  n: unknown('n', shape),
  interval: unknown('interval', [...shape, 2]),
});

function set(maps: ScoreMaps, { score, baseline, n, interval }: Score, layer: number, head: number): void {
  const at = layer * maps.score.shape[1]! + head;
  maps.score.data[at] = score;
  maps.baseline.data[at] = baseline;
  maps.n.data[at] = n;
  maps.interval.data.set(interval, 2 * at);
}
