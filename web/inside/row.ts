// Attention weights of one query of the selected head: the query of the question or of the displayed score.
import { computation } from './computation.js';
import type { row as request } from './work/patterns.js';

export const row = computation<typeof request>('row', (inputs) => {
  const { head: at } = inputs.state;
  return at && { at, query: inputs.queryAt(at.attention) };
});
