// Normalizers in tokenizer.json: steps that transform a text before it is split into words.
import { PrecompiledNormalizer } from './precompiled-normalizer.js';
import { patternOf, replaceAll, STEP, type Tools } from './pattern.js';
import { trimEnd, trimStart } from './trim.js';
import type { Part } from './part.js';

export type TextStep = (text: string) => string;
type Make = (part: Part, tools: Tools) => TextStep;

const unicode =
  (form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): Make =>
  () =>
  (text) =>
    text.normalize(form);

// Pattern of white space as defined by Rust, which differs from JavaScript's \s.
const WHITE_SPACE = /\p{White_Space}/gu;
const CONTROL = /[\0\uFFFD]|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
/** Pattern of a Chinese character, which BERT makes a word of its own. */
const CHINESE =
  /[\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B920}-\u{2CEAF}\u{2F800}-\u{2FA1F}]/gu;

/**
 * Converts a text to lower case character by character. JavaScript would convert Σ at the end of a word to ς instead of
 * σ.
 */
const lowered: TextStep = (text) => Array.from(text, (character) => character.toLowerCase()).join('');

/**
 * Maximum length of a normalization map (charsmap) in base64 characters. SentencePiece's own maps have about 320,000.
 */
const MAX_CHARSMAP = 2 ** 22;

const MAKE: Readonly<Record<string, Make>> = {
  BertNormalizer: (part) => {
    const [isCleaned, isSpaced] = [part.flag('clean_text', true), part.flag('handle_chinese_chars', true)];
    const isLowered = part.flag('lowercase', true);
    const hasNoAccents = part.flag('strip_accents', isLowered);
    return (text) => {
      const clean = isCleaned ? text.replace(CONTROL, '').replace(WHITE_SPACE, ' ') : text;
      const spaced = isSpaced ? clean.replace(CHINESE, ' $& ') : clean;
      const plain = hasNoAccents ? spaced.normalize('NFD').replace(/\p{Mn}/gu, '') : spaced;
      return isLowered ? lowered(plain) : plain;
    };
  },
  Precompiled: (part, { library }) => {
    const name = part.nameOf('precompiled_charsmap');
    const charsmap = part.text('precompiled_charsmap', '', MAX_CHARSMAP);
    const step =
      charsmap === '' ? new library.PrecompiledNormalizer(part.fields) : new PrecompiledNormalizer(name, charsmap);
    return (text) => step.normalize(text);
  },
  Replace: (part, tools) => {
    const rule = { pattern: patternOf(part, tools), content: part.text('content', ''), work: tools.work };
    return (text) => replaceAll(part.name, rule, text);
  },
  NFC: unicode('NFC'),
  NFD: unicode('NFD'),
  NFKC: unicode('NFKC'),
  NFKD: unicode('NFKD'),
  Strip: (part) => {
    const [left, right] = [part.flag('strip_left', false), part.flag('strip_right', false)];
    return (text) => {
      const rest = left ? trimStart(text) : text;
      return right ? trimEnd(rest) : rest;
    };
  },
  StripAccents: () => (text) => text.replace(/\p{M}/gu, ''),
  Lowercase: () => lowered,
  Prepend: (part) => {
    const prepended = part.text('prepend');
    return (text) => (text === '' ? text : prepended + text);
  },
};
const KINDS = [...Object.keys(MAKE), 'Sequence'];

/**
 * Creates the function that normalizes texts, from the field `normalizer` of tokenizer.json.
 * @throws TypeError or RangeError that names the invalid field
 */
export function normalizerOf(part: Part, tools: Tools): TextStep {
  const kind = part.oneOf('type', KINDS);
  tools.work.spend(part.name, STEP);
  if (kind === 'Sequence') {
    const steps = part.parts('normalizers').map((each) => normalizerOf(each, tools));
    return (text) => steps.reduce((all, step) => step(all), text);
  }
  const step = MAKE[kind]!(part, tools);
  const { work } = tools;
  return (text) => {
    work.spend(part.name, 16 + 4 * text.length);
    const normalized = step(text);
    work.expectShort(part.name, normalized.length);
    return normalized;
  };
}
