// Shares of a whole, such as the weights of a row, rounded so that what is shown adds up to what is shown of the whole.

/** Smaller percentages are shown as <1%. */
const LEAST = 0.5;

/**
 * Shares in whole percents that add up: rounded, unless that gives too much or too little; then by the method of the largest
 * remainder. 0.94, 0.055 and 0.005 become 0.94, 0.05 and 0.01, and three equal ones 0.34, 0.33 and 0.33. One that is shown as <1%
 * counts as anything up to that, and is left as it is.
 * @param shares 0 … 1 each
 * @returns 0 … 1 each, within 0.01 of what they were
 */
export function roundShares(shares: ArrayLike<number>): number[] {
  const exact = Array.from(shares, (share) => share * 100);
  const whole = Math.round(exact.reduce((sum, share) => sum + share, 0));
  const large = [...exact.keys()].filter((at) => exact[at]! >= LEAST);
  const small = exact.filter((share) => share > 0 && share < LEAST).length;
  const sumOf = (rounded: (share: number) => number) => large.reduce((sum, at) => sum + rounded(exact[at]!), 0);
  const missing = Math.min(whole, Math.max(whole - small, sumOf(Math.round))) - sumOf(Math.floor);
  const remainder = (at: number) => exact[at]! % 1;
  const raised = new Set(large.sort((one, other) => remainder(other) - remainder(one)).slice(0, Math.max(0, missing)));
  return exact.map((share, at) => {
    const rounded = share < LEAST ? share : Math.floor(share) + Number(raised.has(at));
    return (rounded > 0 ? rounded : Math.min(share, 0.9 * LEAST)) / 100;
  });
}
