// Map of patches by head: each cell shows the recovery when one head is patched at all tokens at once.
import { DASHED_FROM } from '../../maps/matrix-picture.js';
import { groupOf, printedRecovery, recoveryOfHead, strongestHead } from './patch-map.js';
import { headGrid } from '../../maps/head-map.js';
import { html, nothing, svg, type TemplateResult } from 'lit';
import { patching } from './results.js';
import { placeOf, type Shown } from '../../element/shown.js';
import type { Patches } from './work.js';
import type { Sentences } from './work/sentences.js';

export function headPatches(shown: Shown, sentences: Sentences, patches: Patches): TemplateResult {
  const { texts, inspection } = shown;
  const { heads } = inspection;
  const { color } = shown.signedScale(1);
  const name = texts.patching.activations[patches.activation];
  const strongest = inspection.result(patching).status === 'done' ? strongestHead(patches, heads) : null;
  return html`<p class="statement">
      ${
        strongest
          ? texts.patching.strongest(
              texts.patching.ofHead(name, placeOf(shown, strongest)),
              texts.signed(printedRecovery(sentences, patches, recoveryOfHead(patches, heads, strongest)!)),
            )
          : nothing
      }
    </p>
    ${headGrid(shown, {
      name: texts.patching.map(name),
      cellOf: (at, [x, y], size) => {
        const value = recoveryOfHead(patches, heads, at);
        if (value === undefined) return svg``;
        const [middleX, middleY] = [x + size / 2, y + size / 2];
        if (Number.isNaN(value)) return svg`<circle class="unknown" cx=${middleX} cy=${middleY} r="1.2"></circle>`;
        return svg`<rect x=${x + 0.5} y=${y + 0.5} width=${size - 1} height=${size - 1}
            fill=${`rgb(${color(value).join(' ')})`}></rect>
          ${value < -DASHED_FROM ? svg`<path class="dashes" d="M${middleX - 4} ${middleY}h8"></path>` : nothing}`;
      },
    })}
    <p class="note one-line">${groupOf(patches, heads) > 1 ? texts.patching.shared : nothing}</p>`;
}
