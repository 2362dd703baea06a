// Tokens of two texts that stand for each other.
import type { AlignedPair } from '../../../../analysis/index.js';

/** Tokens of a subsequence beyond those at the same place from which on one of the texts has been shifted. */
const SHIFTED_FROM = 2;

/**
 * Tokens of a longest common subsequence, and between two of them tokens that replace each other, from the last one on: it has
 * read the others. In texts of the same length tokens at the same place, unless a word that came in has shifted them.
 * @param clean, corrupted ids
 */
export function alignedTokens(clean: readonly number[], corrupted: readonly number[]): AlignedPair[] {
  const common = commonTokens(clean, corrupted);
  const inPlace = clean.filter((id, at) => id === corrupted[at]).length;
  if (clean.length === corrupted.length && common.length - inPlace < SHIFTED_FROM)
    return clean.map((_, at) => [at, at]);
  const pairs: AlignedPair[] = [];
  let [begin, otherBegin] = [0, 0];
  for (const [end, otherEnd] of [...common, [clean.length, corrupted.length] as const]) {
    const replaced = Math.min(end - begin, otherEnd - otherBegin);
    for (let left = replaced; left > 0; --left) pairs.push([end - left, otherEnd - left]);
    if (end < clean.length) pairs.push([end, otherEnd]);
    [begin, otherBegin] = [end + 1, otherEnd + 1];
  }
  return pairs;
}

/** A longest common subsequence, as pairs of places in ascending order. */
function commonTokens(one: readonly number[], other: readonly number[]): AlignedPair[] {
  // lengths[i][j]: of the longest one of the rests from i and from j on
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let i = one.length - 1; i >= 0; --i) {
    for (let j = other.length - 1; j >= 0; --j) {
      lengths[i]![j] =
        one[i] === other[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  const pairs: AlignedPair[] = [];
  for (let i = 0, j = 0; i < one.length && j < other.length;) {
    if (one[i] === other[j]) pairs.push([i++, j++]);
    else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) ++i;
    else ++j;
  }
  return pairs;
}
