// What a head does, in one line.
import { html, nothing, type TemplateResult } from 'lit';
import { rateOf } from './reliability.js';
import { isPattern } from '../model/head-pattern.js';
import type { HeadDescription, Measure } from '../../engine/model/model-config.js';
import type { Messages } from '../../messages/index.js';

/** With one decimal where rounding would give 100% or almost 0%. */
export const percent = (texts: Messages, share: number): string =>
  texts.percent(share, share > 0.995 || share < 0.1 ? 1 : 0);

/** What a head does, and how well in a language, in one line. */
export function headSummary(
  texts: Messages,
  { role, measures }: HeadDescription,
  language: Measure['language'] | null,
): TemplateResult {
  const measure = measures.find((each) => each.language === language);
  if (role) return html`<b>${texts.roles[role].does}</b>${measure ? html` · ${rateOf(texts, measure)}` : nothing}`;
  if (!measure) return html`${texts.card.noPattern}`;
  const attends = isPattern(measure) ? texts.card.attendsMost : texts.card.attendsAtMost;
  const { what } = texts.measures[measure.measure];
  return html`${attends(what, percent(texts, measure.score), percent(texts, measure.baseline))}`;
}
