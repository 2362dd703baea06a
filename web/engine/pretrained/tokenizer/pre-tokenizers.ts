// Pre-tokenizers: steps that cut texts into words, which the model then splits.
import { patternOf, STEP, type Pattern, type Tools } from './pattern.js';
import type { Library } from './library.js';
import type { Part } from './part.js';

/** @param section the number of added tokens and texts between them before this one */
export type Cut = (text: string, section: number) => string[];
export type CutAll = (texts: string[], section: number) => string[];
type Make = (part: Part, tools: Tools) => Cut;

const BEHAVIORS = ['Removed', 'Isolated', 'MergedWithPrevious', 'MergedWithNext', 'Contiguous'] as const;
type Behavior = (typeof BEHAVIORS)[number];

const PUNCTUATION = /[\p{P}!-/:-@[-`{-~]/gu;

/** One of the library's, after its fields have been checked. */
const ofLibrary =
  (name: keyof Library & `${string}PreTokenizer`, check: (part: Part) => void = () => undefined): Make =>
  (part, { library }) => {
    check(part);
    const step = new library[name](part.fields) as InstanceType<Library['ByteLevelPreTokenizer']>;
    return (text, section) => step.pre_tokenize_text(text, { section_index: section });
  };

const MAKE: Readonly<Record<string, Make>> = {
  BertPreTokenizer: ofLibrary('BertPreTokenizer'),
  ByteLevel: ofLibrary('ByteLevelPreTokenizer', (part) => {
    part.flag('add_prefix_space', false);
    part.flag('use_regex', true);
  }),
  Digits: ofLibrary('DigitsPreTokenizer', (part) => part.flag('individual_digits', false)),
  Metaspace: ofLibrary('MetaspacePreTokenizer', (part) => {
    part.text('replacement', '');
    part.text('str_rep', '');
    part.oneOf('prepend_scheme', ['always', 'first', 'never'], 'always');
  }),
  Whitespace: ofLibrary('WhitespacePreTokenizer'),
  WhitespaceSplit: ofLibrary('WhitespaceSplitPreTokenizer'),
  Punctuation: (part) => {
    const behavior = part.oneOf('behavior', BEHAVIORS, 'Isolated');
    const pattern: Pattern = (text) =>
      Array.from(text.matchAll(PUNCTUATION), ({ index, 0: found }) => [index, index + found.length]).flat();
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

/** @throws TypeError or RangeError that names the field that is not as expected */
export function preTokenizerOf(part: Part, tools: Tools): CutAll {
  const kind = part.oneOf('type', KINDS);
  tools.work.spend(part.name, STEP);
  if (kind === 'Sequence') {
    const steps = part.parts('pretokenizers').map((each) => preTokenizerOf(each, tools));
    return (texts, section) => steps.reduce((all, step) => step(all, section), texts);
  }
  const cut = MAKE[kind]!(part, tools);
  const { work } = tools;
  return (texts, section) => {
    const words: string[] = [];
    let length = 0;
    for (const text of texts) {
      work.spend(part.name, 16 + 4 * text.length);
      for (const word of cut(text, section)) {
        if (word === '') continue;
        words.push(word);
        length += word.length;
      }
      work.expectShort(part.name, length);
    }
    return words;
  };
}

/** A text cut at the matches; with `isInverted`, what is between them counts as the matches. */
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
  if (behavior === 'Removed') return parts.filter((part) => !part.isMatch).map((part) => part.text);
  const words: string[] = [];
  parts.forEach((part, at) => {
    const before = parts[at - 1];
    const isJoined = {
      MergedWithPrevious: part.isMatch && before?.isMatch === false,
      MergedWithNext: !part.isMatch && before?.isMatch === true,
      Contiguous: part.isMatch === before?.isMatch,
    }[behavior];
    if (isJoined) words.push(`${words.pop()!}${part.text}`);
    else words.push(part.text);
  });
  return words;
}
