/** Percentage below which a share is displayed as <1%. */
const MIN_PERCENT = 0.5;

/**
 * Rounds shares, such as the weights of a row, to whole percents that add up to the displayed total: by plain rounding
 * if that works, otherwise by the largest remainder method. 0.94, 0.055 and 0.005 become 0.94, 0.05 and 0.01; three
 * equal shares become 0.34, 0.33 and 0.33. A share displayed as <1% is unchanged and may stand for anything up to 1%.
 * @param shares shares from 0 to 1
 * @returns shares from 0 to 1, each within 0.01 of the given one
 */
export function roundShares(shares: ArrayLike<number>): number[] {
  const exact = Array.from(shares, (share) => share * 100);
  const whole = Math.round(exact.reduce((sum, share) => sum + share, 0));
  const large = [...exact.keys()].filter((at) => exact[at]! >= MIN_PERCENT);
  const small = exact.filter((share) => share > 0 && share < MIN_PERCENT).length;
  const sumOf = (rounded: (share: number) => number) => large.reduce((sum, at) => sum + rounded(exact[at]!), 0);
  const missing = Math.min(whole, Math.max(whole - small, sumOf(Math.round))) - sumOf(Math.floor);
  const remainder = (at: number) => exact[at]! % 1;
  const raised = new Set(large.sort((one, other) => remainder(other) - remainder(one)).slice(0, Math.max(0, missing)));
  return exact.map((share, at) => {
    const rounded = share < MIN_PERCENT ? share : Math.floor(share) + Number(raised.has(at));
    return (rounded > 0 ? rounded : Math.min(share, 0.9 * MIN_PERCENT)) / 100;
  });
}
