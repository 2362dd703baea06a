// Translation quality on held-out sentences: BLEU as written and as typed without punctuation, and loops.
import { tokenize } from '../../dist/engine/node.js';
import { bleu } from './bleu.mjs';

const words = (text) => tokenize(text).map((token) => token.text);
const characters = (text) => Array.from(text.replaceAll(' ', ''));
const smallLetters = (units) => units.map((unit) => unit.toLowerCase());

/** Removes punctuation, as many people type. */
export const withoutMarks = (text) => text.replaceAll(/[.,!?。，！？]/gu, ' ').trim();

/** True if two or more units occur twice in a row, or a single unit other than punctuation three times. */
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

/** Returns { to, written, typed, anyCase, loops, n }: BLEU of complete texts, `anyCase` ignoring case. */
export function measureTranslation(model, examples, to) {
  const cut = to === 'zh' ? characters : words;
  const references = examples.map(({ reference }) => cut(reference));
  const translate = (source) => cut(model.run(source).decode().text);
  const written = examples.map(({ source }) => translate(source));
  const typed = examples.map(({ source }) => translate(withoutMarks(source) || source));
  const looping = [...written, ...typed].filter((units) => loops(units)).length;
  return {
    to,
    written: bleu(written, references),
    typed: bleu(typed, references),
    anyCase: bleu(written.map(smallLetters), references.map(smallLetters)),
    loops: looping / (2 * examples.length),
    n: examples.length,
  };
}
