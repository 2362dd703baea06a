// Aligns the tokens of two texts: finds pairs of tokens that correspond to each other.
import type { AlignedPair } from '../../../../analysis/index.js';

/**
 * For texts of the same length: number of pairs that a longest common subsequence must have beyond pairing by position
 * in order to be preferred, because tokens are then likely to be shifted.
 */
const SHIFTED_FROM = 2;

/**
 * Pairs the tokens of two texts: first those of a longest common subsequence; between two of these pairs, replaced
 * tokens are paired from the last one backwards, because the last one attends to the others. Texts of the same length
 * are paired position by position, unless an insertion has shifted their tokens.
 * @param clean, corrupted token ids
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

/** Longest common subsequence of two lists, as pairs of positions in ascending order. */
function commonTokens(one: readonly number[], other: readonly number[]): AlignedPair[] {
  // lengths[i][j] is the length of the longest common subsequence of the lists' ends, one[i…] and other[j…].
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
