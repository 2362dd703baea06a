// Formats the numbers in the texts of the course.
import { formatNumber } from '../view/view-model.js';
import { numberFormat } from '../locales/number-format.js';

// Chinese uses the same digits and signs.
const { percent: percentOf, percents: percentsOf, count: countOf } = numberFormat('en');

/** A share, 0 … 1, as in “72%”. */
export const percent = (share: number): string => percentOf(share, 0);

/** Shares of a whole as percentages that add up to the percentage of the whole. */
export const percents = percentsOf;

/** Integer with separators, as in “12,345”. */
export const count = (value: number): string => countOf(value);

/** Number with two decimals, as in “−1.25”. */
export const decimal = formatNumber;

/** Replaces each `{name}` in a text by the fact of that name. */
export const fill = (text: string, facts: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => facts[name] ?? placeholder);

export const placeholdersOf = (text: string): string[] => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name!);

/** Main point of a step: its own text for it, or the sentences of its outcome that contain no numbers. */
export const pointOfStep = ({ point, saw }: { point?: string; saw: string }, locale: string): string =>
  point ?? pointOf(saw, locale);

/** Main point of an outcome without a run: the sentences that contain no numbers of the run; '' if there are none. */
export function pointOf(saw: string, locale: string): string {
  const GAP = '\ue000'; // private-use character that stands for the gap; it occurs in no text
  const text = saw.replace(/\{\w+\}/g, GAP);
  const sentences = Array.from(
    new Intl.Segmenter(locale, { granularity: 'sentence' }).segment(text),
    (each) => each.segment,
  );
  return sentences
    .filter((sentence) => !sentence.includes(GAP))
    .join('')
    .trim();
}
