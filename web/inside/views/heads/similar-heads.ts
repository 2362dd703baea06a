// Heads that attend as the selected one does, beside what the average head has in common with it.
import { html, nothing, type TemplateResult } from 'lit';
import { isSameHead, type HeadRef } from '../../engine/transformer/head-ref.js';
import { placeOf, type Shown } from './shown.js';

export function similarHeads(shown: Shown, at: HeadRef): TemplateResult | typeof nothing {
  const { texts, inspection } = shown;
  const { similar, state } = inspection;
  const isOf = state.head !== null && isSameHead(state.head, at);
  if (!isOf || similar.status !== 'done' || !similar.value || similar.value.heads.length === 0) return nothing;
  const { heads, mean } = similar.value;
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
