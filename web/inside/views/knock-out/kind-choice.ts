// Menu of replacements for the output of a head.
import { html, nothing, type TemplateResult } from 'lit';
import { knockOut as result } from './results.js';
import { REPLACEMENTS } from '../../state.js';
import type { Shown } from '../../element/shown.js';

export function kindChoice({ texts, inspection }: Shown): TemplateResult {
  const { kind } = inspection.state;
  const { knockOut } = texts;
  const choose = ({ target }: Event) => {
    const chosen = REPLACEMENTS.find((each) => each === (target as HTMLSelectElement).value);
    if (chosen) inspection.set({ kind: chosen });
  };
  const { read = null } = inspection.result(result).value ?? {};
  return html`<label class="choice"
      >${knockOut.kind}
      <select @change=${choose}>
        ${REPLACEMENTS.map((each) => html`<option value=${each} .selected=${each === kind}>${knockOut.kinds[each]}</option>`)}
      </select>
      <span>${read ? knockOut.of(read.count, read.isRandom) : nothing}</span></label
    >${kind === 'resample' ? html`<span class="note">${knockOut.resampled(inspection.state.other)}</span>` : nothing}`;
}
