// Reasons why two texts cannot be patched.
import type { PatchedActivation } from '../../analysis/patched-activation.js';
import type { TextPair, Unpatchable } from '../work/pair.js';

/** Weights of texts of different lengths have no counterparts. */
export function reasonAgainst(
  { unpatchable, tokens }: Pick<TextPair, 'unpatchable' | 'tokens'>,
  activation: PatchedActivation,
): Unpatchable | 'length' | null {
  if (unpatchable) return unpatchable;
  return activation === 'weights' && tokens.clean.length !== tokens.corrupted.length ? 'length' : null;
}

export const isPatchable = (pair: Pick<TextPair, 'unpatchable' | 'tokens'>, activation: PatchedActivation): boolean =>
  reasonAgainst(pair, activation) === null;
