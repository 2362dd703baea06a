/** Digits that suffice for most float32, and those that suffice for all. */
const [FEW, MOST] = [6, 9];

/** A number of a tensor with no more digits than it is told by. */
export function exactNumber(value: number): number {
  for (let digits = FEW; digits < MOST; ++digits) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(MOST));
}
