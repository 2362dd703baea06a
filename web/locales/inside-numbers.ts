/**
 * Number formats of the page “Look inside”.
 * @param locale language tag
 */
export function numberTexts(locale: string) {
  const decimals = (digits: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: digits });
  const signed = (digits: number) => {
    const format = new Intl.NumberFormat(locale, {
      signDisplay: 'exceptZero',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    const least = 0.5 * 10 ** -digits; // smaller numbers round to zero, which must have no sign
    return (value: number) => format.format(Math.abs(value) < least ? 0 : value).replace('-', '−');
  };
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const units = ['kB', 'MB', 'GB'] as const;
  return {
    /** Formats a number of bytes in decimal units, as file sizes are. */
    bytes: (count: number): string => {
      const power = Math.max(1, Math.min(3, Math.floor(Math.log10(Math.max(1, count)) / 3)));
      const value = count / 1000 ** power;
      return `${decimals(value < 10 ? 1 : 0).format(value)} ${units[power - 1]!}`;
    },
    short: (count: number): string => compact.format(count),
    /** Formats a number with a typographic minus sign and two decimals. */
    signed: signed(2),
    /** Formats a number with a typographic minus sign and three decimals. */
    exact: signed(3),
  };
}
