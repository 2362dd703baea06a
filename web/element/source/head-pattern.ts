// Pattern of an unsupervised head: its most frequent measure, if that is frequent enough to be named.
import type { HeadDescription, Measure } from '../../engine/transformer/model-config.js';

/** Least share of queries that attend most to the named token. */
const MIN_SCORE = 0.25;
/** Least ratio of that share to the share of the simple rule. */
const MIN_RATIO = 2;

export const isPattern = ({ score, baseline }: Measure): boolean => score >= MIN_SCORE && score >= MIN_RATIO * baseline;

/** The most frequent pattern of a head in texts of a language; null if none is frequent enough to be named. */
export function patternOf({ measures }: HeadDescription, language: Measure['language'] | null): Measure | null {
  const [most] = measures.filter((each) => each.language === language).sort((a, b) => b.score - a.score);
  return most && isPattern(most) ? most : null;
}
