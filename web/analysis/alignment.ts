// Alignment of two texts: pairs of tokens that correspond to each other, for activation patching.
import { describe, expectArray, expectWholeNumber, isArray } from '../engine/core/checks.js';

/** Positions of a token in the clean text and of the corresponding token in the corrupted text. */
export type AlignedPair = readonly [clean: number, corrupted: number];

/**
 * Checks the pairs of corresponding tokens that a caller gives for two texts.
 * @throws RangeError if no pairs are given for texts of different lengths; TypeError or RangeError that names an
 *   invalid pair
 */
export function checkAlignment(name: string, value: unknown, clean: number, corrupted: number): AlignedPair[] {
  if (value === undefined) {
    if (clean === corrupted) return Array.from({ length: clean }, (_, token): AlignedPair => [token, token]);
    throw new RangeError(
      `${name}: expected pairs of tokens [clean, corrupted], since the texts have ${clean} and ${corrupted} tokens`,
    );
  }
  const pairs = expectArray(name, value, Math.min(clean, corrupted)).map((pair, at): AlignedPair => {
    if (!isArray(pair) || pair.length !== 2) {
      throw new TypeError(`${name}[${at}]: expected [clean, corrupted], got ${describe(pair)}`);
    }
    const [ofClean, ofCorrupted] = expectArray(`${name}[${at}]`, pair, 2);
    return [
      expectWholeNumber(`${name}[${at}][0]`, ofClean, 0, clean - 1),
      expectWholeNumber(`${name}[${at}][1]`, ofCorrupted, 0, corrupted - 1),
    ];
  });
  for (const side of [0, 1] as const) {
    const tokens = pairs.map((pair) => pair[side]);
    const again = tokens.findIndex((token, at) => tokens.indexOf(token) < at);
    if (again >= 0)
      throw new RangeError(`${name}[${again}][${side}]: expected each token once, got ${tokens[again]} again`);
  }
  if (pairs.length === 0) throw new RangeError(`${name}: expected at least one pair, got none`);
  return pairs;
}
