/** Characters that must not begin a line of wrapped text: closing punctuation and whitespace. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}\s]/u;

/**
 * Breaks a text into lines.
 * @returns the lines; a word wider than a line gets its own line
 */
export function wrapped(text: string, width: number, measure: (text: string) => number): string[] {
  const words = Array.from(
    new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text),
    (each) => each.segment,
  );
  const parts: string[] = [];
  for (const word of words) {
    const before = CLOSING.test(word) ? parts.pop() : undefined;
    parts.push((before ?? '') + word);
  }
  const lines: string[] = [];
  for (const part of parts) {
    const line = lines.at(-1);
    if (line !== undefined && measure((line + part).trimEnd()) <= width) lines[lines.length - 1] = line + part;
    else lines.push(part);
  }
  return lines.map((line) => line.trimEnd());
}
