// Pre-tokenizers in tokenizer.json: steps that split texts into words for the tokenizer model.
import { asBytes } from '../token-spans.js';
import { ownPattern, patternOf, STEP, textPattern, type Tools } from './pattern.js';
import type { Part } from './part.js';

/**
 * Function that splits a text into words; text that is removed becomes ''. The first word starts at the beginning of
 * the text.
 * @param isBegin true if the text is the beginning of the whole text
 */
export type SplitText = (text: string, isBegin: boolean) => string[];
export type SplitTexts = (texts: string[], isBegin: boolean) => string[];
type Make = (part: Part, tools: Tools) => SplitText;

const BEHAVIORS = ['Removed', 'Isolated', 'MergedWithPrevious', 'MergedWithNext', 'Contiguous'] as const;
type Behavior = (typeof BEHAVIORS)[number];

// Patterns of words and punctuation with white space, numbers and letters as defined by Rust: JavaScript's \s, \d and
// \w differ.
const PUNCTUATION = /[\p{P}!-/:-@[-`{-~]/gu;
const BERT_WORDS = /[\p{P}!-/:-@[-`{-~]|[^\p{P}!-/:-@[-`{-~\p{White_Space}]+/gu;
const LETTERS_OR_SIGNS =
  /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]+|[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}\p{White_Space}]+/gu;
/** Pattern by which GPT-2 splits texts into words (Radford et al. 2019). */
const BYTE_LEVEL =
  /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu;

/** Returns a pre-tokenizer whose words are the matches of a pattern. The text between the matches is removed. */
const words = (regex: RegExp): Make => {
  const pattern = ownPattern(regex);
  return () => (text) => split(text, pattern(text), 'Removed', true);
};

const SCHEMES = ['always', 'first', 'never'] as const;

/**
 * Prefix scheme of a metaspace step: the words that get a prefix. Files from before 2024 only state if there is one,
 * from which the scheme is derived.
 */
function schemeOf(part: Part): (typeof SCHEMES)[number] {
  const scheme = part.oneOf('prepend_scheme', SCHEMES, 'always');
  return part.flag('add_prefix_space', true) ? scheme : 'never';
}

const MAKE: Readonly<Record<string, Make>> = {
  BertPreTokenizer: words(BERT_WORDS),
  ByteLevel: (part) => {
    const [hasPrefix, isCut] = [part.flag('add_prefix_space', false), part.flag('use_regex', true)];
    return (text) => {
      const whole = hasPrefix && !text.startsWith(' ') ? ` ${text}` : text;
      return (isCut ? (whole.match(BYTE_LEVEL) ?? []) : [whole]).map(asBytes);
    };
  },
  Digits: (part) => {
    const pattern = ownPattern(part.flag('individual_digits', false) ? /\p{N}/gu : /\p{N}+/gu);
    return (text) => split(text, pattern(text), 'Isolated');
  },
  Metaspace: (part) => {
    const space = part.text('replacement', '▁');
    const [scheme, isCut] = [schemeOf(part), part.flag('split', true)];
    const pattern = textPattern(space);
    return (text, isBegin) => {
      const written = text.replaceAll(' ', space);
      const hasPrefix = !written.startsWith(space) && (scheme === 'always' || (scheme === 'first' && isBegin));
      const whole = hasPrefix ? space + written : written;
      return isCut ? split(whole, pattern(whole), 'MergedWithNext') : [whole];
    };
  },
  Whitespace: words(LETTERS_OR_SIGNS),
  WhitespaceSplit: words(/\P{White_Space}+/gu),
  Punctuation: (part) => {
    const behavior = part.oneOf('behavior', BEHAVIORS, 'Isolated');
    const pattern = ownPattern(PUNCTUATION);
    return (text) => split(text, pattern(text), behavior);
  },
  Split: (part, tools) => {
    const pattern = patternOf(part, tools);
    const behavior = part.oneOf('behavior', BEHAVIORS, 'Isolated');
    const isInverted = part.flag('invert', false);
    return (text) => split(text, pattern(text), behavior, isInverted);
  },
  CharDelimiterSplit: (part) => {
    const delimiter = part.text('delimiter');
    return (text) => text.split(delimiter);
  },
  FixedLength: (part) => {
    const length = part.whole('length', 1, Number.MAX_SAFE_INTEGER);
    return (text) => {
      const characters = Array.from(text);
      const count = Math.ceil(characters.length / length);
      return Array.from({ length: count }, (_, at) => characters.slice(at * length, (at + 1) * length).join(''));
    };
  },
};
const KINDS = [...Object.keys(MAKE), 'Sequence'];

/**
 * Creates the function that splits texts into words for the tokenizer model. The first word is '' if the beginning of
 * the text is removed.
 * @throws TypeError or RangeError that names the invalid field
 */
export function preTokenizerOf(part: Part, tools: Tools): SplitTexts {
  const kind = part.oneOf('type', KINDS);
  tools.work.spend(part.name, STEP);
  if (kind === 'Sequence') {
    const steps = part.parts('pretokenizers').map((each) => preTokenizerOf(each, tools));
    return (texts, isBegin) => steps.reduce((all, step) => step(all, isBegin), texts);
  }
  const cut = MAKE[kind]!(part, tools);
  const { work } = tools;
  return (texts, isBegin) => {
    const found: string[] = [];
    let length = 0;
    for (const [at, text] of texts.entries()) {
      work.spend(part.name, 16 + 4 * text.length);
      const cutText = text === '' ? [text] : cut(text, isBegin && at === 0);
      for (const word of cutText) {
        if (word === '' && found.length > 0) continue;
        found.push(word);
        length += word.length;
      }
      work.expectShort(part.name, length);
    }
    return found;
  };
}

/**
 * Splits a text at the matches of a pattern.
 * @param isInverted true to split at the text between matches instead
 */
function split(text: string, found: readonly number[], behavior: Behavior, isInverted = false): string[] {
  const parts: { text: string; isMatch: boolean }[] = [];
  const add = (begin: number, end: number, isMatch: boolean) => {
    if (begin < end) parts.push({ text: text.slice(begin, end), isMatch: isMatch !== isInverted });
  };
  let end = 0;
  for (let at = 0; at < found.length; at += 2) {
    add(end, found[at]!, false);
    add(found[at]!, found[at + 1]!, true);
    end = found[at + 1]!;
  }
  add(end, text.length, false);
  if (behavior === 'Isolated') return parts.map((part) => part.text);
  if (behavior === 'Removed') return parts.map((part) => (part.isMatch ? '' : part.text));
  const joined: string[] = [];
  parts.forEach((part, at) => {
    const before = parts[at - 1];
    const isJoined = {
      MergedWithPrevious: part.isMatch && before?.isMatch === false,
      MergedWithNext: !part.isMatch && before?.isMatch === true,
      Contiguous: part.isMatch === before?.isMatch,
    }[behavior];
    if (isJoined) joined.push(`${joined.pop()!}${part.text}`);
    else joined.push(part.text);
  });
  return joined;
}
