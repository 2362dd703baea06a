// Direct logit attribution, as plain numbers.
import { logitAttribution, type LogitAttribution, type Question } from '../../analysis/index.js';
import type { Inspected } from './inspected.js';

export type Attribution = LogitAttribution;

export const attribution = ({ run }: Inspected, { question }: { question: Required<Question> }): Attribution =>
  logitAttribution(run, question);
