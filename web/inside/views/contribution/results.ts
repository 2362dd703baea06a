import { computation } from '../../computation.js';
import { queryOf, sidesOf } from '../../sides.js';
import { shownPositions } from '../lens/rows.js';
import type { requests } from './work.js';

/** Adds position 0 to the displayed positions: many heads use the first token as an attention sink. */
const withFirst = (positions: readonly number[]): number[] => [...new Set([0, ...positions])];

export const contribution = computation<typeof requests.contribution>(
  'contribution',
  ({ answer, state: { head: at } }) => {
    if (!at) return null;
    const { queries, keys } = sidesOf(answer.value!, at.attention);
    const query = queryOf(answer.value!, at.attention);
    return {
      at,
      queries: shownPositions(queries.length, query),
      keys: withFirst(shownPositions(keys.length, keys === queries ? query : keys.length - 1)),
    };
  },
  { keeps: true },
);
