// Numbers as a language writes them.
import { roundShares } from '../view/shares.js';

/** Decimals of a percentage. */
export type PercentDigits = 0 | 1;

export interface NumberFormat {
  /** The language tag. */
  locale: string;
  /** A share, 0 … 1, as a percentage; without decimals one that is not 0 is not written as 0%, but as <1%. */
  percent: (share: number, digits: PercentDigits) => string;
  /** Shares of one whole, as percentages without decimals that add up to that of the whole. */
  percents: (shares: ArrayLike<number>) => readonly string[];
  /** A count, with separators between thousands. */
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
