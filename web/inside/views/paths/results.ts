import { computation, linearQuestion } from '../../computation.js';
import type { requests } from './work.js';

export const paths = computation<typeof requests.paths>('paths', linearQuestion, { keeps: true });
