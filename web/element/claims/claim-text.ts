// Text of the claims about a head for the selected query token: its role, its accuracy and its confidence.
import { html, type TemplateResult } from 'lit';
import { claimOf, namedMeasures, type Claim } from './head-claim.js';
import { isPattern } from '../source/head-pattern.js';
import type { AttentionSource } from '../source/attention-source.js';
import type { HeadDescription, Measure } from '../../engine/transformer/model-config.js';
import type { Messages } from '../../locales/index.js';

const outOf100 = (share: number): string => String(Math.round(share * 100));

/**
 * Formats a share that the model card lists as a percentage, with one decimal if rounding would give 100% or almost 0%.
 */
export const cardPercent = (texts: Messages, share: number): string =>
  texts.percent(share, share > 0.995 || share < 0.1 ? 1 : 0);

/** A supervised head's measured accuracy on easier and harder texts, as part of a sentence. */
function rateOf({ reliability }: Messages, [easier, harder]: readonly Measure[]): string {
  const { measure, score, baseline } = easier!;
  const rate = reliability.rates[measure] ?? reliability.anyRate;
  return rate(outOf100(score), outOf100(baseline), harder && outOf100(harder.score));
}

/** A supervised head's accuracy for the query token, as part of a sentence, or the reason why it is unknown. */
function recordOf(texts: Messages, { measures, limit }: Claim, languages: string): string {
  return limit === null ? rateOf(texts, measures) : texts.reliability.limits[limit](languages);
}

function habitOf(texts: Messages, { measures: [measure], limit }: Claim, languages: string): string {
  const { card, reliability } = texts;
  const attends = isPattern(measure!) ? card.attendsMost : card.attendsAtMost;
  const { what } = texts.measures[measure!.measure];
  const habit = attends(what, cardPercent(texts, measure!.score), cardPercent(texts, measure!.baseline));
  return limit === null ? habit : habit + texts.sentenceSeparator + reliability.otherText(languages);
}

/**
 * How often a supervised head (trained to attend to certain tokens) is right in 100 texts of the same kind, compared with
 * a simple rule.
 */
export interface Tally {
  /** Number of cases, out of 100, in which the head attends to the right token. */
  right: number;
  /** Number of cases, out of 100, in which a simple rule finds the right token. */
  chance: number;
  /** The sentence about the head's accuracy, split at its number: the parts before and after it. */
  says: readonly [string, string];
  rule: string;
  /** The head's accuracy on harder texts, as text; '' if it was not measured. */
  harder: string;
}

/**
 * Tally of a head's accuracy for the query token.
 * @returns null if the accuracy is unknown or the head is unsupervised
 */
export function tallyOf(texts: Messages, source: AttentionSource, row: number): Tally | null {
  const claim = source.description?.role ? claimOf(source, row) : null;
  const [easier, harder] = claim?.limit === null ? claim.measures : [];
  const words = easier && texts.reliability.tallies[easier.measure];
  if (!easier || !words) return null;
  const [right, chance] = [easier.score, easier.baseline].map((share) => Math.round(100 * share)) as [number, number];
  return {
    right,
    chance,
    says: words.says('\0').split('\0') as [string, string],
    rule: words.rule(outOf100(easier.baseline)),
    harder: harder ? texts.reliability.harder(outOf100(harder.score)) : '',
  };
}

/** A head's role and its accuracy for the query token; null if nothing is known. */
function partsOf(texts: Messages, source: AttentionSource, row: number): { does: string; says: string } | null {
  const { description } = source;
  if (!description) return null;
  const claim = claimOf(source, row);
  const { role, measures } = description;
  const measured = [...new Set(measures.map(({ language }) => texts.languages[language]))];
  const languages = measured.join(texts.reliability.or);
  if (role) return { does: texts.roles[role].does, says: claim ? recordOf(texts, claim, languages) : '' };
  return { does: '', says: claim ? habitOf(texts, claim, languages) : texts.card.noPattern };
}

/** A head's role, in bold, and its accuracy for the query token. */
export function headSummary(texts: Messages, source: AttentionSource, row: number): TemplateResult {
  const { does, says } = partsOf(texts, source, row) ?? { does: '', says: '' };
  return does === '' ? html`${says}` : html`<b>${does}</b>${says === '' ? '' : `\u00a0· ${says}`}`;
}

/** A head's role and its accuracy for the query token, as plain text; '' if nothing is known. */
export function headSummaryText(texts: Messages, source: AttentionSource, row: number): string {
  const { does, says } = partsOf(texts, source, row) ?? { does: '', says: '' };
  return [does, says].filter((part) => part !== '').join(' · ');
}

/** Reason to doubt that the head attends to the right token; '' if there is none. */
export function doubtOf(texts: Messages, source: AttentionSource, row: number): string {
  const doubt = claimOf(source, row)?.doubt;
  if (!doubt) return '';
  return doubt.right === null ? texts.reliability.undecided : texts.reliability.unsure(outOf100(doubt.right));
}

/** A head's accuracy, as a range such as 67–88% for easier and harder texts; '' if not measured. */
export function shareOf(texts: Messages, description: HeadDescription, language: Measure['language'] | null): string {
  const scores = namedMeasures(description, language).map(({ score }) => score);
  if (scores.length === 0) return '';
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  return least === most ? texts.percent(most, 0) : `${outOf100(least)}–${texts.percent(most, 0)}`;
}
