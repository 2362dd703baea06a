// What the view of two sentences asks of the worker.
import { computation, type Inputs } from '../../computation.js';
import { isByToken } from '../../../analysis/patched-activation.js';
import { isPatchable } from './aligned.js';
import type { requests } from './work.js';

/** The two sentences; the second one may be empty. */
function sentencesOf({ question, state: { other, second } }: Inputs) {
  return question && other !== '' ? { question, other, second } : null;
}

/** The same, and what is patched; null until the sentences have been run. */
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

/** The answer with an activation that the user has carried over. */
export const carried = computation<typeof requests.carried>(
  'carried',
  (inputs) => {
    const { carry } = inputs.state;
    const patch = patchOf(inputs);
    return patch && carry?.to && isByToken(patch.activation) ? { ...patch, from: carry.from, to: carry.to } : null;
  },
  { keeps: true },
);
