// The pattern of an unsupervised head: its largest measure, if that is large enough.
import type { HeadDescription, Measure } from '../../engine/transformer/model-config.js';

/** Minimum score of a pattern: the share of queries whose largest weight is on the token that the pattern expects. */
const MIN_SCORE = 0.25;
/** Minimum ratio of a pattern's score to its baseline, the share that a simple rule achieves. */
const MIN_RATIO = 2;

export const isPattern = ({ score, baseline }: Measure): boolean => score >= MIN_SCORE && score >= MIN_RATIO * baseline;

/** Pattern of a head in texts of a language; null if no measure is large enough. */
export function patternOf({ measures }: HeadDescription, language: Measure['language'] | null): Measure | null {
  const [most] = measures.filter((each) => each.language === language).sort((a, b) => b.score - a.score);
  return most && isPattern(most) ? most : null;
}
