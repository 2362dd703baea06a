// List of the heads with attention patterns similar to those of the selected head and, for comparison, the mean
// similarity of the other heads.
import { html, type TemplateResult } from 'lit';
import { isSameHead, type HeadRef } from '../../../engine/transformer/head-ref.js';
import { similar } from './results.js';
import { placeOf, type Shown } from '../../element/shown.js';

export function similarHeads(shown: Shown, at: HeadRef): TemplateResult | null {
  const { texts, inspection } = shown;
  const { status, value } = inspection.result(similar);
  const { head } = inspection.state;
  const isOf = head !== null && isSameHead(head, at);
  if (!isOf || status !== 'done' || !value || value.heads.length === 0) return null;
  const { heads, mean } = value;
  return html`<h3>${texts.selected.similar}</h3>
    <ul class="similar">
      ${heads.map(
        (each) =>
          html`<li>
            <button class="link" @click=${() => inspection.select(each.at)}>${placeOf(shown, each.at)}</button>
            <span class="number">${texts.percent(each.overlap, 0)}</span>
          </li>`,
      )}
    </ul>
    <p class="note">${texts.selected.similarNote(texts.percent(mean, 0))}</p>`;
}
