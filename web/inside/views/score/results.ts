import { computation } from '../../computation.js';
import type { requests } from './work.js';

export const score = computation<typeof requests.score>(
  'score',
  (inputs) => {
    const { head: at, pair } = inputs.state;
    return at && { at, query: inputs.queryAt(at.attention), key: pair?.[1] ?? null };
  },
  { keeps: true },
);
