// Number formats by language.
import { roundShares } from '../view/shares.js';

/** Number of decimals of a percentage. */
export type PercentDigits = 0 | 1;

export interface NumberFormat {
  /** The language tag. */
  locale: string;
  /** A share of 0 … 1 as a percentage. Without decimals, a small nonzero share becomes <1%, not 0%. */
  percent: (share: number, digits: PercentDigits) => string;
  /** Shares of a whole as percentages without decimals that add up to its percentage. */
  percents: (shares: ArrayLike<number>) => readonly string[];
  /** An integer with thousands separators. */
  count: (count: number) => string;
}

export function numberFormat(locale: string): NumberFormat {
  const formats = [0, 1].map(
    (digits) =>
      new Intl.NumberFormat(locale, {
        style: 'percent',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  );
  const counts = new Intl.NumberFormat(locale);
  const percent: NumberFormat['percent'] = (share, digits) =>
    digits === 0 && share > 0 && share < 0.005 ? `<${formats[0]!.format(0.01)}` : formats[digits]!.format(share);
  return {
    locale,
    percent,
    percents: (shares) => roundShares(shares).map((share) => percent(share, 0)),
    count: (count) => counts.format(count),
  };
}
