// Labels of subword tokens, without the tokenizer's markers.
import { HAN } from '../../text/word-features.js';
import type { Token } from '../../text/tokenize.js';
import type { TokenCandidate } from '../../engine/transformer/run.js';

/** Label of a start token, for example the start of a translation. */
const START = '▸';
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';

const subscript = (count: number): string => Array.from(String(count), (digit) => SUBSCRIPTS[Number(digit)]).join('');

/** Replaces whitespace by visible symbols in a token that consists of whitespace; trims other tokens. */
const visible = (text: string): string =>
  /^\s+$/u.test(text) ? text.replaceAll('\n', '⏎').replace(/\s/gu, '␣') : text.trim();

const [ENDS_IN_WORD, BEGINS_IN_WORD] = [/[\p{L}\p{N}]$/u, /^[\p{L}\p{N}]/u];

/** True if a token continues the last word of the preceding text. */
const isContinued = (before: string, token: string): boolean =>
  ENDS_IN_WORD.test(before) && BEGINS_IN_WORD.test(token) && !HAN.test(token);

/**
 * Labels subword tokens. A token that continues a word gets a hyphen before it; bytes of a character are labeled as
 * that character with a number: 你₁ 你₂ 你₃. The first token may be the start token, which is not part of the text.
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
 * Texts of the tokens with the whitespace before them. Joined, they read like the text. The start token and bytes of a
 * character are represented by their labels, a whitespace token by its whitespace.
 */
export function proseOf(tokens: readonly Token[], text: string): readonly string[] {
  const labels = labeled(tokens);
  let at = 0; // end of the text covered by the previous tokens
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

/** A candidate for the next token of a text. */
export interface NextToken {
  /** Label of the candidate, with a hyphen before it if it continues a word. */
  label: string;
  /** The unfinished word that the candidate continues; '' if the candidate begins a word. */
  word: string;
  /** Text that the candidate adds; '' if it ends the text, is one byte of a longer character, or has no text. */
  text: string;
  probability: number;
}

/** Pattern of the labels of tokens that add no text: bytes of a character, and tokens without text. */
const ADDS_NOTHING = /^((\\x[0-9a-f]{2})+|⟨\d+⟩)$/;
/**
 * Describes candidates for the next token by their labels and texts.
 * @param text text before the candidates
 */
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
