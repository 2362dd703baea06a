// Reasons why two texts cannot be patched.
import type { PatchedActivation } from '../../analysis/patched-activation.js';
import type { TextPair, Unpatchable } from '../work/pair/pair.js';

type Compared = Pick<TextPair, 'unpatchable' | 'tokens' | 'alignment'>;

/** True if tokens at the same place stand for each other. */
export const isInPlace = ({ tokens, alignment }: Pick<TextPair, 'tokens' | 'alignment'>): boolean =>
  tokens.clean.length === tokens.corrupted.length && alignment.every(([clean, corrupted]) => clean === corrupted);

/** Weights have counterparts only where all tokens are in place. */
export function reasonAgainst(pair: Compared, activation: PatchedActivation): Unpatchable | 'place' | null {
  return pair.unpatchable ?? (activation === 'weights' && !isInPlace(pair) ? 'place' : null);
}

export const isPatchable = (pair: Compared, activation: PatchedActivation): boolean =>
  reasonAgainst(pair, activation) === null;
