// Corpus BLEU (Papineni et al. 2002): n-grams up to four, one reference each, with the brevity penalty.
const ngrams = (tokens, n) => {
  const counts = new Map();
  for (let start = 0; start + n <= tokens.length; ++start) {
    const gram = tokens.slice(start, start + n).join('\0');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
};

/** BLEU, 0 … 100. Both arguments are lists of token lists. */
export function bleu(translations, references) {
  const matches = [0, 0, 0, 0];
  const totals = [0, 0, 0, 0];
  let [length, referenceLength] = [0, 0];
  translations.forEach((translation, index) => {
    const reference = references[index];
    length += translation.length;
    referenceLength += reference.length;
    for (let n = 1; n <= 4; ++n) {
      const expected = ngrams(reference, n);
      for (const [gram, count] of ngrams(translation, n)) matches[n - 1] += Math.min(count, expected.get(gram) ?? 0);
      totals[n - 1] += Math.max(0, translation.length - n + 1);
    }
  });
  const precision = matches.reduce((sum, match, n) => sum + Math.log(Math.max(match, 0.1) / Math.max(1, totals[n])), 0);
  return 100 * Math.min(1, Math.exp(1 - referenceLength / Math.max(1, length))) * Math.exp(precision / 4);
}
