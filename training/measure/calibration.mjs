// Whether a head's weight means something: where it puts 0.7, is it right in 7 of 10? (Guo et al. 2017)
const BINS = 10;

/**
 * answers: [{ weight, isRight }], of each row the largest weight and whether it lies on a right token.
 * error: the expected calibration error, Σ n_bin / n · |share right − mean weight|. Bins are of equal width.
 * byChance: about what a head with these weights would show were it calibrated perfectly, since so few rows say little:
 * Σ |right − weight| of a bin is then near normal with the variance Σ w (1 − w), its mean distance from 0 σ √(2 / π).
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

/** A bin of fewer rows says nothing by itself. */
const MIN_ROWS = 10;

/**
 * The bins as config.json has them, [{ from, right, n }]: in how many of 100 rows a head is right whose largest weight is `from`
 * or more. Bins of few rows are joined with the next one, the last with the one before; the first begins at 0.
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
