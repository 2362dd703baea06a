// Normalizers: steps from a text to another text.
import { PrecompiledNormalizer } from './precompiled-normalizer.js';
import { patternOf, replaceAll, STEP, type Tools } from './pattern.js';
import type { Part } from './part.js';

export type TextStep = (text: string) => string;
type Make = (part: Part, tools: Tools) => TextStep;

const unicode =
  (form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): Make =>
  () =>
  (text) =>
    text.normalize(form);

/** Characters of base64; SentencePiece's own maps have some 320,000. */
const MAX_CHARSMAP = 2 ** 22;

const MAKE: Readonly<Record<string, Make>> = {
  BertNormalizer: (part, { library }) => {
    for (const flag of ['clean_text', 'handle_chinese_chars', 'lowercase', 'strip_accents']) part.flag(flag, false);
    const step = new library.BertNormalizer(part.fields);
    return (text) => step.normalize(text);
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
      const rest = left ? text.trimStart() : text;
      return right ? rest.trimEnd() : rest;
    };
  },
  StripAccents: () => (text) => text.replace(/\p{M}/gu, ''),
  Lowercase: () => (text) => text.toLowerCase(),
  Prepend: (part) => {
    const prepended = part.text('prepend');
    return (text) => prepended + text;
  },
};
const KINDS = [...Object.keys(MAKE), 'Sequence'];

/** @throws TypeError or RangeError that names the field that is not as expected */
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
