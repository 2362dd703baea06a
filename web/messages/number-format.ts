// Numbers as a language writes them.

/** Decimals of a percentage. */
export type PercentDigits = 0 | 1;

export interface NumberFormat {
  /** A share, 0 … 1, as a percentage. */
  percent: (share: number, digits: PercentDigits) => string;
  /** A count, with separators between thousands. */
  count: (count: number) => string;
}

export function numberFormat(locale: string): NumberFormat {
  const percents = [0, 1].map(
    (digits) =>
      new Intl.NumberFormat(locale, {
        style: 'percent',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  );
  const counts = new Intl.NumberFormat(locale);
  return {
    percent: (share, digits) => percents[digits]!.format(share),
    count: (count) => counts.format(count),
  };
}
