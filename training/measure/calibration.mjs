// Calibration of a head's weights (Guo et al. 2017): is a weight of 0.7 right in 7 of 10 cases?
const BINS = 10;

/**
 * @param answers [{ weight, isRight }]: the largest weight of each row, and a flag that tells whether its token is
 * right
 * @returns error: the expected calibration error, Σ n_bin / n · |share right − mean weight|, with bins of equal width;
 * byChance: its approximate expectation for a perfectly calibrated head, since few rows are uncertain: in a bin, Σ
 * (right − weight) is nearly normal with variance Σ w (1 − w) and mean absolute value σ √(2 / π)
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

/** Minimum number of rows in a bin that is statistically meaningful. */
const MIN_ROWS = 10;

/**
 * Bins in the form of config.json, [{ from, right, n }]: `right` is the percentage of rows in which a head is right if
 * its largest weight is at least `from`. A small bin is joined with the next one, the last with the previous one; the
 * first begins at 0.
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
