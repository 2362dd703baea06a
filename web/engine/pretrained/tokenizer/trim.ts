// White space at the ends of a text, as Rust has it: U+0085 is some, U+FEFF is none.

export const trimStart = (text: string): string => text.replace(/^\p{White_Space}+/u, '');

/** (A search for white space before the end would begin at each again.) */
export function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /\p{White_Space}/u.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}
