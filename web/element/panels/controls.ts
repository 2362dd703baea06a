// Controls shared by several panels: single choice and zoom buttons.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Messages } from '../../locales/index.js';

/**
 * A single choice: a row of buttons of which one is selected. It is not a fieldset, since browsers place a fieldset's
 * legend differently.
 */
export function choice<Name extends string>(
  group: string,
  label: string,
  names: readonly Name[],
  selected: Name,
  texts: Readonly<Record<Name, string>>,
  onChoice: (name: Name) => void,
  help?: Readonly<Record<Name, string>>,
): TemplateResult {
  return html`<div class="choice" role="radiogroup" aria-label=${label}>
    <span class="group-name" aria-hidden="true">${label}</span>
    ${names.map(
      (each) =>
        html`<label title=${help?.[each] ?? nothing}>
          <input type="radio" name=${group} .checked=${live(each === selected)} @change=${() => onChoice(each)} />${
            texts[each]
          }</label
        >`,
    )}
  </div>`;
}

export interface Zooming {
  zoomIn: () => void;
  zoomOut: () => void;
  reset: () => void;
}

export function zoomButtons(texts: Messages, zoom: Zooming): TemplateResult {
  const button = (sign: string, label: string, action: () => void) =>
    html`<button title=${label} aria-label=${label} @click=${action}>${sign}</button>`;
  return html`<div class="zoom">
    ${button('+', texts.zoomIn, () => zoom.zoomIn())} ${button('−', texts.zoomOut, () => zoom.zoomOut())}
    ${button('⤢', texts.zoomReset, () => zoom.reset())}
  </div>`;
}
