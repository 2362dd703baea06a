// What the view of contributions asks of the worker.
import { computation } from '../../computation.js';
import { queryOf, sidesOf } from '../../sides.js';
import { shownTokens } from '../lens/rows.js';
import type { requests } from './work.js';

/** The first token, on which many heads rest, is shown beside all others. */
const withFirst = (positions: readonly number[]): number[] => [...new Set([0, ...positions])];

export const contribution = computation<typeof requests.contribution>(
  'contribution',
  ({ answer, state: { head: at } }) => {
    if (!at) return null;
    const { queries, keys } = sidesOf(answer.value!, at.attention);
    const query = queryOf(answer.value!, at.attention);
    return {
      at,
      queries: shownTokens(queries.length, query),
      keys: withFirst(shownTokens(keys.length, keys === queries ? query : keys.length - 1)),
    };
  },
  { keeps: true },
);
