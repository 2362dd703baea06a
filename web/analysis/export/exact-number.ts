/** Numbers of significant decimal digits to try: 6 identify most float32 values, 9 identify all of them. */
const [FEW, MOST] = [6, 9];

/** Rounds a float32 value to the fewest decimal digits that identify it. */
export function exactNumber(value: number): number {
  for (let digits = FEW; digits < MOST; ++digits) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(MOST));
}
