// The choice among many heads: a line that names the one that is shown opens all of them, layer by layer, each with what it was
// measured to attend to most often. Those without such a pattern are their numbers alone.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { patternOf } from '../model/head-pattern.js';
import { styled } from '../../ui/style-vars-directive.js';
import type { AttentionSource } from '../model/attention-source.js';
import type { AttentionType } from '../../engine/transformer/run.js';
import type { Messages } from '../../locales/index.js';

/** More heads than that do not fit beside each other. */
const MANY_HEADS = 24;

export const hasManyHeads = ({ shape: { layers, numHeads }, headRef }: AttentionSource): boolean =>
  layers[headRef.attention] * numHeads > MANY_HEADS;

/** The menu is lower than all its heads: the selected one in the middle. */
function showSelected({ currentTarget }: Event): void {
  const heads = (currentTarget as Element).querySelector('.heads')!;
  const selected = heads.querySelector(':checked')?.parentElement;
  if (!selected) return;
  const [box, room] = [selected.getBoundingClientRect(), heads.getBoundingClientRect()];
  heads.scrollTop += box.top + box.height / 2 - (room.top + room.height / 2);
}

export function headMenu(
  texts: Messages,
  source: AttentionSource,
  onHead: (attention: AttentionType, layer: number, head: number) => void,
): TemplateResult {
  const { headRef: selected, shape, queryLanguage } = source;
  const { attention } = selected;
  const measured = (layer: number, head: number) => {
    const description = source.descriptionOf({ attention, layer, head });
    const pattern = description && patternOf(description, queryLanguage);
    return pattern && { what: texts.measures[pattern.measure].what, score: pattern.score };
  };
  const isOff = (layer: number, head: number) => source.isAblated({ attention, layer, head });
  const noteOf = (layer: number, head: number): string => {
    if (isOff(layer, head)) return texts.switchedOff;
    const pattern = measured(layer, head);
    if (pattern) return `${pattern.what} ${texts.percent(pattern.score, 0)}`;
    return source.heads.length > 0 ? texts.noPattern : '';
  };
  const button = (layer: number, head: number) => {
    const pattern = measured(layer, head);
    return html`<label
      class=${`${pattern ? 'measured' : ''} ${isOff(layer, head) ? 'off' : ''}`}
      ${styled({ '--share': `${100 * (pattern?.score ?? 0)}%` })}
    >
      <input
        type="radio"
        name="head"
        aria-label=${texts.headLabel(layer, head, noteOf(layer, head) || null)}
        .checked=${live(layer === selected.layer && head === selected.head)}
        @change=${() => onHead(attention, layer, head)}
      /><b>${head + 1}</b>${pattern ? html`<small>${pattern.what} ${texts.percent(pattern.score, 0)}</small>` : nothing}
    </label>`;
  };
  const layers = Array.from(
    { length: shape.layers[attention] },
    (_, layer) =>
      html`<div class="layer" role="group" aria-label=${texts.layerNumber(layer)}>
        <span class="layer-name">${texts.layerNumber(layer)}</span>
        ${Array.from({ length: shape.numHeads }, (_head, head) => button(layer, head))}
      </div>`,
  );
  const note = noteOf(selected.layer, selected.head);
  return html`<details class="head-menu" @toggle=${showSelected}>
    <summary>
      <span class="group-name">${texts.head}</span>${texts.headLabel(selected.layer, selected.head, note || null)}
    </summary>
    ${source.heads.length > 0 ? html`<p class="hint">${texts.measuredHeads}</p>` : nothing}
    <div class="heads" role="radiogroup" aria-label=${texts.head}>${layers}</div>
  </details>`;
}
