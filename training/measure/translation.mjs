// Measures translation quality on held-out sentences: BLEU for texts as written and without punctuation, and the share
// of translations that repeat themselves.
import { tokenize } from '../../dist/engine/node.js';
import { bleu } from './bleu.mjs';

const words = (text) => tokenize(text).map((token) => token.text);
const characters = (text) => Array.from(text.replaceAll(' ', ''));

/** Text without punctuation, as many people type it. */
export const withoutMarks = (text) => text.replaceAll(/[.,!?。，！？]/gu, ' ').trim();

/**
 * True if a translation repeats itself: a sequence of two or more units (words or characters) occurs twice in a row, or
 * a single unit other than punctuation three times.
 */
export function loops(units) {
  for (let start = 0; start < units.length; ++start) {
    for (let n = 1; start + 2 * n <= units.length; ++n) {
      const repeats = (offset) => units[start + offset] === units[start + offset - n];
      if (n === 1 && !/[\p{L}\p{N}]/u.test(units[start])) continue;
      const needed = n === 1 ? 2 : n;
      if (start + n + needed <= units.length && Array.from({ length: needed }, (_, i) => n + i).every(repeats))
        return true;
    }
  }
  return false;
}

/**
 * Measures the translations of examples into the language `to`: BLEU for texts as written, regardless of case, and for
 * inputs without punctuation, and the share of translations that repeat themselves.
 * @returns { to, written, typed, anyCase, signature, loops, n }
 */
export function measureTranslation(model, examples, to) {
  const references = examples.map(({ reference }) => reference);
  const translate = (source) => model.run(source).decode().text;
  const written = examples.map(({ source }) => translate(source));
  const typed = examples.map(({ source }) => translate(withoutMarks(source) || source));
  const cut = to === 'zh' ? characters : words;
  const looping = [...written, ...typed].filter((text) => loops(cut(text))).length;
  const task = { language: to, references, lowercase: false };
  const [ofWritten, ofTyped, ofAnyCase] = bleu([
    { ...task, translations: written },
    { ...task, translations: typed },
    { ...task, translations: written, lowercase: true },
  ]);
  return {
    to,
    written: ofWritten.score,
    typed: ofTyped.score,
    anyCase: ofAnyCase.score,
    signature: ofWritten.signature,
    loops: looping / (2 * examples.length),
    n: examples.length,
  };
}
