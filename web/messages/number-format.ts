// Numbers as a language writes them.

/** Decimals of a percentage. */
export type PercentDigits = 0 | 1;

export interface NumberFormat {
  /** A share, 0 … 1, as a percentage; without decimals one that is not 0 is not written as 0%, but as <1%. */
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
    percent: (share, digits) =>
      digits === 0 && share > 0 && share < 0.005 ? `<${percents[0]!.format(0.01)}` : percents[digits]!.format(share),
    count: (count) => counts.format(count),
  };
}
