// Trimming of white space as defined by Rust: it includes U+0085, but not U+FEFF.

export const trimStart = (text: string): string => text.replace(/^\p{White_Space}+/u, '');

/**
 * Trims white space at the end. A loop is used, because a regular expression anchored at the end would try every run of
 * white space.
 */
export function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /\p{White_Space}/u.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}
