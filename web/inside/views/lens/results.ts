import { computation } from '../../computation.js';
import { shownPositions } from './rows.js';
import type { requests } from './work.js';

export const lens = computation<typeof requests.lens>(
  'lens',
  ({ question, answer }) =>
    question && { question, tokens: shownPositions(answer.value!.tokens.length, question.position) },
);
