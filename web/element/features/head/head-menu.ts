// Menu that selects one of many heads. A line with the selected head opens the list of all heads by layer, each with
// its measured attention pattern, or only its number if it has none.
import { html, nothing, type TemplateResult } from 'lit';
import { isSameHead } from '../../../engine/transformer/head-ref.js';
import { live } from 'lit/directives/live.js';
import { patternOf } from '../../source/head-pattern.js';
import { styled } from '../../../ui/style-vars-directive.js';
import type { AttentionSource } from '../../source/attention-source.js';
import type { HeadRef } from '../../../engine/transformer/run.js';
import type { Messages } from '../../../locales/index.js';

/** Maximum number of heads whose buttons fit side by side. */
const MANY_HEADS = 24;

export const hasManyHeads = ({
  shape: { layers, numHeads },
  headRef,
}: Pick<AttentionSource, 'shape' | 'headRef'>): boolean => layers[headRef.attention] * numHeads > MANY_HEADS;

/** Scrolls the list to center the selected head, since the menu is shorter than the list. */
function showSelected({ currentTarget }: Event): void {
  const heads = (currentTarget as Element).querySelector('.heads')!;
  const selected = heads.querySelector(':checked')?.parentElement;
  if (!selected) return;
  const [box, room] = [selected.getBoundingClientRect(), heads.getBoundingClientRect()];
  heads.scrollTop += box.top + box.height / 2 - (room.top + room.height / 2);
}

export function headMenu(texts: Messages, source: AttentionSource, select: (head: HeadRef) => void): TemplateResult {
  const { headRef: selected, shape, queryLanguage } = source;
  const { attention } = selected;
  const patternOfHead = (headRef: HeadRef) => {
    const description = source.descriptionOf(headRef);
    const pattern = description && patternOf(description, queryLanguage);
    return (
      pattern && {
        share: pattern.score,
        note: `${texts.measures[pattern.measure].what} ${texts.percent(pattern.score, 0)}`,
      }
    );
  };
  const noteOf = (headRef: HeadRef): string | null => {
    if (source.isAblated(headRef)) return texts.switchedOff;
    return patternOfHead(headRef)?.note ?? (source.heads.length > 0 ? texts.noPattern : null);
  };
  const button = (headRef: HeadRef) => {
    const { layer, head } = headRef;
    const pattern = patternOfHead(headRef);
    return html`<label
      class=${`${pattern ? 'measured' : ''} ${source.isAblated(headRef) ? 'off' : ''}`}
      ${styled({ '--share': `${100 * (pattern?.share ?? 0)}%` })}
    >
      <input
        type="radio"
        name="head"
        aria-label=${texts.headLabel(layer, head, noteOf(headRef))}
        .checked=${live(isSameHead(headRef, selected))}
        @change=${() => select(headRef)}
      /><b>${head + 1}</b>${pattern ? html`<small>${pattern.note}</small>` : nothing}
    </label>`;
  };
  const layers = Array.from(
    { length: shape.layers[attention] },
    (_, layer) =>
      html`<div class="layer" role="group" aria-label=${texts.layerNumber(layer)}>
        <span class="layer-name">${texts.layerNumber(layer)}</span>
        ${Array.from({ length: shape.numHeads }, (_head, head) => button({ attention, layer, head }))}
      </div>`,
  );
  return html`<details class="head-menu" @toggle=${showSelected}>
    <summary>
      <span class="group-name">${texts.head}</span>${texts.headLabel(selected.layer, selected.head, noteOf(selected))}
    </summary>
    ${source.heads.length > 0 ? html`<p class="hint">${texts.measuredHeads}</p>` : nothing}
    <div class="heads" role="radiogroup" aria-label=${texts.head}>${layers}</div>
  </details>`;
}
