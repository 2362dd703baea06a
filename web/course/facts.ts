// Numbers of the moment, as the texts of the course show them.
import { formatNumber } from '../view/view-model.js';
import { numberFormat } from '../locales/number-format.js';

const { percent: percentOf, percents: percentsOf, count: countOf } = numberFormat('en'); // the same digits and signs as in Chinese

/** A share, 0 … 1, as 72%. */
export const percent = (share: number): string => percentOf(share, 0);

/** Shares of one whole, as percentages that add up to that of the whole. */
export const percents = percentsOf;

/** As 12,345. */
export const count = (value: number): string => countOf(value);

/** As −1.25. */
export const decimal = formatNumber;

/** A text with the facts in place of their names, as in “{word} attends to {other}”. */
export const fill = (text: string, facts: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => facts[name] ?? placeholder);

/** The names that a text refers to. */
export const placeholdersOf = (text: string): string[] => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
