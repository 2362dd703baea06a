// Menu that chooses what replaces the output of a knocked-out head.
import { choice } from '../../element/choice.js';
import { html, nothing, type TemplateResult } from 'lit';
import { knockOut as result } from './results.js';
import { REPLACEMENTS } from '../../state.js';
import type { Shown } from '../../element/shown.js';

export function kindChoice({ texts: { knockOut }, inspection }: Shown): TemplateResult {
  const { kind, other } = inspection.state;
  const { read } = inspection.result(result).value ?? {};
  const menu = choice(
    knockOut.kind,
    REPLACEMENTS,
    knockOut.kinds,
    kind,
    (chosen) => inspection.set({ kind: chosen }),
    read ? knockOut.of(read.count, read.isRandom) : '',
  );
  return html`${menu}${kind === 'resample' ? html`<span class="note">${knockOut.resampled(other)}</span>` : nothing}`;
}
