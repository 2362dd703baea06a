// Texts by which tokens are displayed: whole characters, even if the tokenizer splits a character into bytes.
import type { ModelToken } from '../../engine/pretrained/subword-tokenizer.js';

/** Matches the bytes of an incomplete character, written as the tokenizer names them, such as '\xe7\x8c'. */
const BYTES = /^(?:\\x[\da-f]{2})+$/;
/** Maximum number of bytes in a UTF-8 character. */
const LONGEST = 4;

/** Displayed texts of the tokens of a text. Tokens that share a character are numbered: '猫 1/3', '猫 2/3'. */
export function namesOf(tokens: readonly ModelToken[]): string[] {
  const isSame = (a: ModelToken | undefined, b: ModelToken): boolean =>
    a?.start === b.start && a.end === b.end && b.end > b.start;
  return tokens.map((token, at) => {
    let [first, end] = [at, at + 1];
    while (isSame(tokens[first - 1], token)) --first;
    while (end < tokens.length && isSame(tokens[end], token)) ++end;
    return end - first === 1 ? token.text : `${token.text} ${at - first + 1}/${end - first}`;
  });
}

/**
 * Displayed text of a token after given tokens: the character that its bytes complete, or else its bytes.
 * @param textOf returns the text of a token id
 * @param before ids of the tokens before it
 */
export function textAfter(textOf: (id: number) => string, before: readonly number[], id: number): string {
  const own = textOf(id);
  if (!BYTES.test(own)) return own;
  let bytes = own;
  for (const previous of before.slice(-LONGEST).reverse()) {
    const text = textOf(previous);
    if (!BYTES.test(text)) break;
    bytes = text + bytes;
    const character = decoded(bytes);
    if (character !== null) return character;
  }
  return own;
}

/** Decodes bytes that are written like '\xe7\x8c\xab' as UTF-8. @returns null if they are not valid UTF-8 */
function decoded(bytes: string): string | null {
  const values = Uint8Array.from(bytes.matchAll(/\\x([\da-f]{2})/g), ([, digits]) => parseInt(digits!, 16));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(values);
  } catch {
    return null;
  }
}
