// List of the heads, sorted by a number; each head with its name and an image of its attention pattern.
import { heads as result, patterns } from './results.js';
import { html, nothing, type TemplateResult } from 'lit';
import { headRow } from '../../element/head-row.js';
import { isSink, nameOfHead } from './head-roles.js';
import { patternUrl } from '../../maps/pattern-pictures.js';
import { placeOf, type Shown } from '../../element/shown.js';
import { scoreOf, type RankedHead } from './ranked-heads.js';

const MOST = 24;

export function headRanking(shown: Shown, heads: readonly RankedHead[]): TemplateResult {
  const { texts, inspection, scale } = shown;
  const { sort } = inspection.state;
  const pictures = inspection.result(patterns).value;
  const { status, value: known } = inspection.result(result);
  const scores = known?.heads ?? [];
  if (heads.length === 0) {
    return status === 'done' ? html`<p class="statement">${texts.heads.empty}</p>` : html`<div class="room"></div>`;
  }
  const entry = ({ at, value }: RankedHead) => {
    const url = pictures && patternUrl(pictures, at, scale);
    const score = scoreOf(scores, at);
    const named = score && nameOfHead(score);
    const number = sort === 'role' ? (each: number) => texts.percent(each, 0) : texts.signed;
    return headRow(
      shown,
      at,
      html`${url ? html`<img src=${url} alt="" />` : html`<i></i>`}
        <span>${placeOf(shown, at)}</span>
        <b class="number">${value === null ? '–' : number(value)}</b>
        <small>${named ? texts.heads.named[named.role] : nothing}</small>
        ${named && isSink(score) ? html`<small>${texts.heads.besideFirst}</small>` : nothing}`,
    );
  };
  return html`<ol class="ranking" aria-label=${texts.heads.sorts[sort]}>
      ${heads.slice(0, MOST).map(entry)}
    </ol>
    ${heads.length > MOST ? html`<p class="note">${texts.heads.first(texts.count(MOST), texts.count(heads.length))}</p>` : nothing}`;
}
