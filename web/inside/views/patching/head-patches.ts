// The map of patched heads, at all tokens at once.
import { DASHED_FROM } from '../matrices/matrix-picture.js';
import { groupOf, printedRecovery, recoveryOfHead, strongestHead } from '../../views/patch-map.js';
import { headGrid } from '../heads/head-map.js';
import { html, nothing, svg, type TemplateResult } from 'lit';
import { placeOf, type Shown } from '../shown.js';
import type { Patches } from '../../work/pair/patches.js';
import type { TextPair } from '../../work/pair/pair.js';

export function headPatches(shown: Shown, pair: TextPair, patches: Patches): TemplateResult {
  const { texts, inspection } = shown;
  const { heads } = inspection;
  const { color } = shown.signedScale(1);
  const name = texts.pair.activations[patches.activation];
  const strongest = inspection.patches.status === 'done' ? strongestHead(patches, heads) : null;
  return html`<p class="statement">
      ${
        strongest
          ? texts.pair.strongest(
              texts.pair.ofHead(name, placeOf(shown, strongest)),
              texts.signed(printedRecovery(pair, patches, recoveryOfHead(patches, heads, strongest)!)),
            )
          : nothing
      }
    </p>
    ${headGrid(shown, {
      name: texts.pair.map(name),
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
    <p class="note one-line">${groupOf(patches, heads) > 1 ? texts.pair.shared : nothing}</p>`;
}
