// Suggestions for a misspelled name: the existing names that are most similar to it.

/**
 * Levenshtein distance (1966) between two texts: the minimum number of insertions, deletions and substitutions of
 * characters.
 */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + Number(a[i - 1] !== b[j - 1])));
    }
    row = next;
  }
  return row[b.length]!;
}

const MAX_NAME_LENGTH = 100;

/**
 * Returns the `count` names most similar to a misspelled one, most similar first; the first `count` names if it is not
 * a string.
 */
export function nearest(name: unknown, names: readonly string[], count = 3): string[] {
  if (typeof name !== 'string') return names.slice(0, count);
  const given = name.slice(0, MAX_NAME_LENGTH).toLowerCase();
  return names
    .map((each) => ({ each, distance: distanceOf(given, each.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ each }) => each);
}
