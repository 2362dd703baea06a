// Copies one activation of one run to any layer and position of the other run, and computes the resulting answer.
import { candidatesAt, logitsOf, positionOf, type Candidate } from '../../../work/answer.js';
import { otherRun } from '../../../work/other-run.js';
import { sentences, type SentencesArgument } from './sentences.js';
import type { Direction, PatchedActivation } from '../../../../analysis/patched-activation.js';
import type { Inspected } from '../../../work/inspected.js';
import type { Place } from '../../../state.js';

export interface CarriedArgument extends SentencesArgument {
  /** Name of the activation to copy, which has one vector per token. */
  readonly activation: PatchedActivation;
  readonly direction: Direction;
  readonly from: Place;
  readonly to: Place;
}

/** Answers of the patched run without the copied activation (`before`) and with it (`after`). */
export interface Carried {
  readonly before: CarriedAnswer;
  readonly after: CarriedAnswer;
}

export interface CarriedAnswer {
  /** Logit difference logit(token) − logit(against). */
  readonly difference: number;
  /** The token that the question is about, with its probability. */
  readonly token: Candidate;
  /** The most probable token, with its probability. */
  readonly next: Candidate;
}

/**
 * Copies an activation of one run into the other, and computes the answer.
 * @throws RangeError if a position is not in its sentence
 */
export function carried(inspected: Inspected, argument: CarriedArgument): Carried {
  const { model } = inspected;
  const { question, activation, direction, from, to } = argument;
  const { attention, position } = sentences(inspected, argument);
  const [own, other] = [inspected.run, otherRun(inspected, argument)];
  const [base, source] = direction === 'denoise' ? [other, own] : [own, other];
  const { data, shape } = source.activation(`${attention}.${from.layer}.${activation}`);
  const [count, columns] = shape as [number, number];
  if (from.position >= count) {
    throw new RangeError(`carry: expected a position below ${count}, got ${from.position}`);
  }
  const vector = { data: data.slice(from.position * columns, (from.position + 1) * columns), shape: [1, columns] };
  const replacement = { activation: `${attention}.${to.layer}.${activation}`, tokens: [to.position], with: vector };
  const patched = base.replace([replacement]);
  const at = position ?? positionOf(model, base);
  const answerOf = (run: typeof base): CarriedAnswer => {
    const logits = logitsOf(run, at);
    const candidateOf = candidatesAt({ model, run }, at, logits);
    const best = logits.reduce((most, each, id) => (each > logits[most]! ? id : most), 0);
    const difference = logits[question.token]! - logits[question.against]!;
    return { difference, token: candidateOf(question.token), next: candidateOf(best) };
  };
  return { before: answerOf(base), after: answerOf(patched) };
}
