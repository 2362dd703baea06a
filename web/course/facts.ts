// Formats the facts of a step (numbers of the learner's run), and inserts them into the texts of the course.
import { formatNumber } from '../view/view-model.js';
import { numberFormat } from '../locales/number-format.js';

// Numbers have the English format in both languages: Chinese uses the same digits and signs.
const { percent: percentOf, percents: percentsOf, count: countOf } = numberFormat('en');

/** Formats a share from 0 to 1 as a percentage, such as “72%”. */
export const percent = (share: number): string => percentOf(share, 0);

/** Formats the parts of a whole as rounded percentages that add up to the percentage of the whole. */
export const percents = percentsOf;

/** Formats an integer with separators, such as “12,345”. */
export const count = (value: number): string => countOf(value);

/** Formats a number with two decimals, such as “−1.25”. */
export const decimal = formatNumber;

/** Replaces each placeholder `{name}` in a text with the fact of that name. */
export const fill = (text: string, facts: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => facts[name] ?? placeholder);

export const placeholdersOf = (text: string): string[] => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name!);

/**
 * Main point of a course step: a text of its own, or else the sentences of its outcome text that contain no
 * placeholders for numbers.
 */
export const pointOfStep = ({ point, saw }: { point?: string; saw: string }, locale: string): string =>
  point ?? pointOf(saw, locale);

/** Main point of an outcome text: the sentences without placeholders for numbers; '' if there are none. */
export function pointOf(saw: string, locale: string): string {
  const GAP = '\ue000'; // private-use character that marks a removed number; no text contains it
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
