import { computation, linearQuestion } from '../../computation.js';
import type { requests } from './work.js';

export const attribution = computation<typeof requests.attribution>('attribution', linearQuestion);
