// Worker side of the view `attribution`, which shows a direct logit attribution.
import { logitAttribution, type LogitAttribution, type Question } from '../../../analysis/index.js';
import type { Inspected } from '../../work/inspected.js';

export type Attribution = LogitAttribution;

function attribution(inspected: Inspected, { question }: { question: Required<Question> }): Attribution {
  const result = logitAttribution(inspected.run, question);
  inspected.keep('attribution', result);
  return result;
}

export const requests = { attribution };
