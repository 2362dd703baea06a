// Labels of subword tokens, without the markers of their tokenizer.
import { HAN } from '../../text/word-features.js';
import type { Token } from '../../text/tokenize.js';
import type { TokenCandidate } from '../../engine/transformer/run.js';

/** Stands for the start of a text, as for that of a translation. */
const START = '▸';
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';

const subscript = (count: number): string => Array.from(String(count), (digit) => SUBSCRIPTS[Number(digit)]).join('');

/** White space, which cannot be seen, as signs. */
const visible = (text: string): string =>
  /^\s+$/u.test(text) ? text.replaceAll('\n', '⏎').replace(/\s/gu, '␣') : text.trim();

const [ENDS_IN_WORD, BEGINS_IN_WORD] = [/[\p{L}\p{N}]$/u, /^[\p{L}\p{N}]/u];

/** True if a token continues the last word of the text before it. */
const isContinued = (before: string, token: string): boolean =>
  ENDS_IN_WORD.test(before) && BEGINS_IN_WORD.test(token) && !HAN.test(token);

/**
 * The tokens of a model that reads subwords, with their labels: a hyphen before one that goes on with a word, and bytes of one
 * character as this character, counted: 你₁ 你₂ 你₃. The first one may stand for the start, which is not in the text.
 */
export function labeled(tokens: readonly Token[]): readonly Token[] {
  const isSamePlace = (one: Token | undefined, { start, end }: Token) =>
    end > start && one?.start === start && one.end === end;
  let part = 0;
  return tokens.map((token, index) => {
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    part = isSamePlace(before, token) ? part + 1 : 1;
    if (part > 1 || isSamePlace(after, token)) return { ...token, text: token.text + subscript(part) };
    const isStart = index === 0 && token.start === token.end && !/^\s*$/u.test(token.text);
    if (isStart) return { ...token, text: START };
    const goesOn = before?.end === token.start && isContinued(before.text, token.text);
    return { ...token, text: `${goesOn ? '-' : ''}${visible(token.text)}` };
  });
}

/**
 * The tokens as they stand in their text, each with the white space before it, so that they read as the text does. The start
 * and the bytes of a character have their labels; a token that is white space alone is this white space.
 */
export function proseOf(tokens: readonly Token[], text: string): readonly string[] {
  const labels = labeled(tokens);
  let at = 0; // up to there the text is in the tokens before
  return tokens.map(({ text: own, start, end }, index) => {
    if (own.trim() === '') {
      if (text.startsWith(own, at)) at += own.length;
      return own;
    }
    const [before, label] = [labels[index - 1]?.text, labels[index]!.text];
    const gap = before === START ? ' ' : text.slice(at, start);
    at = Math.max(at, end);
    return gap + (label === `-${own}` ? own : label);
  });
}

/** A token that may come next. */
export interface NextToken {
  /** Label on the screen: a token that continues a word has a hyphen before it. */
  label: string;
  /** The part of a word before it that it goes on with; '': it begins a word. */
  word: string;
  /** Text that the token adds; '' if it ends the text, is part of a character, or has no text. */
  text: string;
  probability: number;
}

/** Bytes of a character, and tokens without a text. */
const ADDS_NOTHING = /^((\\x[0-9a-f]{2})+|⟨\d+⟩)$/;
/** @param text what the tokens follow */
export const nextTokens = (text: string, candidates: readonly TokenCandidate[]): NextToken[] =>
  candidates.map(({ text: token, probability }) => {
    const added = text === '' ? token.trimStart() : token;
    const goesOn = isContinued(text, token);
    return {
      label: `${goesOn ? '-' : ''}${visible(token)}`,
      word: goesOn ? /[\p{L}\p{N}]+$/u.exec(text)![0] : '',
      text: ADDS_NOTHING.test(token) ? '' : added,
      probability,
    };
  });
