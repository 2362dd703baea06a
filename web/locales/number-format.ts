// Number formats for each language.
import { roundShares } from '../view/shares.js';

/** Number of decimals in a percentage. */
export type PercentDigits = 0 | 1;

export interface NumberFormat {
  locale: string;
  /** Formats a share from 0 to 1 as a percentage. Without decimals, a small share above 0 becomes <1% instead of 0%. */
  percent: (share: number, digits: PercentDigits) => string;
  /**
   * Formats the shares of one whole as percentages without decimals, rounded so that they add up to the percentage of
   * their sum.
   */
  percents: (shares: ArrayLike<number>) => readonly string[];
  /** Formats an integer with thousands separators. */
  count: (count: number) => string;
}

/**
 * Creates the number formats of a language. Each Intl.NumberFormat is created on first use, since the first one takes
 * tens of milliseconds, which must not delay a page's first requests for files.
 */
export function numberFormat(locale: string): NumberFormat {
  const made = new Map<PercentDigits | 'count', Intl.NumberFormat>();
  const format = (kind: PercentDigits | 'count', value: number): string => {
    const known = made.get(kind) ?? new Intl.NumberFormat(locale, kind === 'count' ? {} : percentWith(kind));
    made.set(kind, known);
    return known.format(value);
  };
  const percent: NumberFormat['percent'] = (share, digits) =>
    digits === 0 && share > 0 && share < 0.005 ? `<${format(0, 0.01)}` : format(digits, share);
  /**
   * Cache of the texts of whole percentages, since a grid of heads has a hundred thousand weights, and formatting each
   * takes microseconds.
   */
  const written = new Map<number, string>();
  const wholePercent = (share: number): string => {
    const whole = Math.round(share * 100);
    const text = written.get(whole) ?? format(0, whole / 100);
    written.set(whole, text);
    return text;
  };
  return {
    locale,
    percent,
    percents: (shares) =>
      roundShares(shares).map((share) => (share > 0 && share < 0.005 ? `<${wholePercent(0.01)}` : wholePercent(share))),
    count: (count) => format('count', count),
  };
}

const percentWith = (digits: PercentDigits): Intl.NumberFormatOptions => ({
  style: 'percent',
  minimumFractionDigits: digits,
  maximumFractionDigits: digits,
});
