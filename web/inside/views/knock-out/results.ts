import { computation } from '../../computation.js';
import type { requests } from './work.js';

export const knockOut = computation<typeof requests.knockOut>('knockOut', ({ question, state }) => {
  const { kind, second } = state;
  const other = kind === 'resample' ? state.other : '';
  return question && (kind !== 'resample' || other !== '') ? { question, kind, other, second } : null;
});
