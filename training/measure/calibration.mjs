// Calibration of a head's attention weights (Guo et al. 2017): is the token with a weight of 0.7 the right one in 7 of
// 10 cases?
const BINS = 10;

/**
 * Calibration of a supervised head, from the rows of its attention weights.
 * @param answers [{ weight, isRight }]: for each row, the largest weight, and whether its token is the right one
 * @returns error: the expected calibration error, Σ n_bin / n · |share right − mean weight|, with bins of equal width;
 * byChance: approximately the error that a perfectly calibrated head would have with as few rows: in a bin, Σ (right −
 * weight) is nearly normal with variance Σ w (1 − w) and mean absolute value σ √(2 / π)
 */
export function calibrationOf(answers, language) {
  const bins = Array.from({ length: BINS }, () => ({ weight: 0, right: 0, variance: 0, n: 0 }));
  for (const { weight, isRight } of answers) {
    const bin = bins[Math.min(BINS - 1, Math.floor(weight * BINS))];
    bin.weight += weight;
    bin.right += Number(isRight);
    bin.variance += weight * (1 - weight);
    bin.n += 1;
  }
  const error = bins.reduce((sum, { weight, right }) => sum + Math.abs(right - weight), 0) / answers.length;
  const byChance = bins.reduce((sum, { variance }) => sum + Math.sqrt((2 / Math.PI) * variance), 0) / answers.length;
  const filled = bins.map(({ weight, right, n }, index) => ({
    from: index / BINS,
    weight: n ? weight / n : 0,
    right: n ? right / n : 0,
    n,
  }));
  return { language, error, byChance, n: answers.length, bins: filled.filter(({ n }) => n > 0) };
}

/** Number of rows below which a bin of the calibration is joined with a neighbor, since its share is not meaningful. */
const MIN_ROWS = 10;

/**
 * Bins of a head's calibration in the form of config.json, [{ from, right, n }]. A bin contains the n rows whose
 * largest weight is at least `from` and less than `from` of the next bin; `right` is the percentage of them in which
 * the head is right. A small bin is joined with the next one, the last with the previous one; the first begins at 0.
 */
export function binsForConfig(bins) {
  const joined = [];
  for (const { from, right, n } of bins) {
    const last = joined.at(-1);
    if (last && last.n < MIN_ROWS) Object.assign(last, { right: last.right + right * n, n: last.n + n });
    else joined.push({ from: last ? from : 0, right: right * n, n });
  }
  const [last, before] = [joined.at(-1), joined.at(-2)];
  if (before && last.n < MIN_ROWS) {
    joined.pop();
    Object.assign(before, { right: before.right + last.right, n: before.n + last.n });
  }
  return joined.map(({ from, right, n }) => ({ from, right: Math.round((100 * right) / n) / 100, n }));
}
