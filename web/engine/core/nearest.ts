// The names that a wrong one may have been meant for.

/** The fewest insertions, deletions and substitutions of characters that make one string of the other (Levenshtein 1966). */
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

const LONGEST_NAME = 100;

/** The `count` names that are the most like this one, the nearest first; of what is no name, the first ones. */
export function nearest(name: unknown, names: readonly string[], count = 3): string[] {
  if (typeof name !== 'string') return names.slice(0, count);
  const given = name.slice(0, LONGEST_NAME).toLowerCase();
  return names
    .map((each) => ({ each, distance: distanceOf(given, each.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ each }) => each);
}
