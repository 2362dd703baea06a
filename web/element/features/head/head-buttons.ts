// Buttons that select one of the heads of an attention type, layer by layer. Supervised heads are marked.
import { html, nothing, type TemplateResult } from 'lit';
import { descriptionIn, type Shape } from '../../source/head-selection.js';
import { contrastingText, headColor, rgb } from '../../../view/marks/palette.js';
import { isSameHead } from '../../../engine/transformer/head-ref.js';
import { live } from 'lit/directives/live.js';
import { styled } from '../../../ui/style-vars-directive.js';
import type { AttentionSource } from '../../source/attention-source.js';
import type { HeadRef } from '../../../engine/transformer/run.js';
import type { Messages } from '../../../locales/index.js';
import type { Theme } from '../../../ui/palette-css.js';

/**
 * Renders the buttons that select a head.
 * @param source attention source; null before the model is loaded
 */
export function headButtons(
  texts: Messages,
  source: AttentionSource | null,
  { layers, numHeads }: Shape,
  selected: HeadRef,
  theme: Theme,
  select: (head: HeadRef) => void,
): TemplateResult {
  const { attention } = selected;
  const button = (headRef: HeadRef) => {
    const { layer, head } = headRef;
    const role = descriptionIn(source?.heads ?? [], headRef)?.role;
    const off = source?.isAblated(headRef) === true;
    const label = texts.headLabel(layer, head, off ? texts.switchedOff : role ? texts.roles[role].name : null);
    const color = headColor(head, numHeads, theme);
    return html`<label
      title=${label}
      class=${`${role ? 'supervised' : ''} ${off ? 'off' : ''}`}
      ${styled({ '--head': color, '--on-head': contrastingText(rgb(color)) })}
    >
      <input
        type="radio"
        name="head"
        aria-label=${label}
        .checked=${live(isSameHead(headRef, selected))}
        @change=${() => select(headRef)}
      />${role ? texts.roles[role].short : head + 1}</label
    >`;
  };
  const groups = Array.from(
    { length: layers[attention] },
    (_, layer) =>
      html`<span class="layer" role="group" aria-label=${texts.layerNumber(layer)}>
        ${layers[attention] > 1 ? html`<span class="layer-name">${texts.layerNumber(layer)}</span>` : nothing}
        ${Array.from({ length: numHeads }, (_head, head) => button({ attention, layer, head }))}
      </span>`,
  );
  return html`<div class="heads" role="radiogroup" aria-label=${texts.head}>
    <span class="group-name" aria-hidden="true">${texts.head}</span>
    ${groups}
  </div>`;
}
