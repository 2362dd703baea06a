import { computation, type Inputs } from '../../computation.js';
import { isByToken } from '../../../analysis/patched-activation.js';
import { isPatchable } from './aligned.js';
import type { requests } from './work.js';

/** Argument of the request that compares the two sentences; null if there is no question or no second sentence. */
function sentencesOf({ question, state: { other, second } }: Inputs) {
  return question && other !== '' ? { question, other, second } : null;
}

/** Argument of the requests that patch an activation; null until the two sentences have been compared. */
function patchOf(inputs: Inputs) {
  const { activation, direction } = inputs.state;
  const known = sentencesOf(inputs);
  return known && inputs.result(sentences).status === 'done' ? { ...known, activation, direction } : null;
}

export const sentences = computation<typeof requests.sentences>('sentences', sentencesOf, { isNeeded: true });

export const patching = computation<typeof requests.patching>('patching', (inputs) => {
  const patch = patchOf(inputs);
  return patch && isPatchable(inputs.result(sentences).value!, patch.activation) ? patch : null;
});

/** Result: the answer with the activation that the user has moved from one sentence into the other. */
export const carried = computation<typeof requests.carried>(
  'carried',
  (inputs) => {
    const { carry } = inputs.state;
    const patch = patchOf(inputs);
    return patch && carry?.to && isByToken(patch.activation) ? { ...patch, from: carry.from, to: carry.to } : null;
  },
  { keeps: true },
);
