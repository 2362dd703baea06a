// Map of patches by token, with a row for each token and a column for each layer; transposed on a narrow screen.
import { carryResult, carrySource, target } from './carry.js';
import { html, nothing, type TemplateResult } from 'lit';
import { labeledLayers, type AxisLabel } from '../../maps/matrix-layout.js';
import { matrixPicture } from '../../maps/matrix-picture.js';
import {
  baseOf,
  carriersOf,
  patchAt,
  printedRecovery,
  strongestCell,
  tokenMapOf,
  type TokenMap,
  type TokenPatch,
} from './patch-map.js';
import { patching } from './results.js';
import { shownToken, type Shown } from '../../element/shown.js';
import { sourceOf } from './carried-cells.js';
import type { Patches } from './work.js';
import type { Sentences } from './work/sentences.js';

/**
 * Sizes in pixels: the width of row labels that are tokens, that of row labels that are layers, the height of a row,
 * and the maximum width of a cell.
 */
const [LEFT, LEFT_OF_LAYERS, ROW, MOST_WIDTH] = [92, 46, 26, 128];
/**
 * Sizes in pixels: the gap between the maps of the two sentences, and the minimum width of a cell at which they are
 * side by side.
 */
const [BETWEEN, LEAST_WIDTH] = [24, 18];

/**
 * The patch in the selected cell or, by default, in the cell with the highest recovery; null if no recovery is known.
 */
export function selectedPatch({ cell }: Shown, map: TokenMap): TokenPatch | null {
  const at = cell ?? strongestCell(map);
  return at && patchAt(map, at);
}

/** Displayed name of a patch by token. @param token text of the token in the patched run */
export function patchName({ texts }: Shown, { activation }: Patches, { layer }: TokenPatch, token: string): string {
  return texts.patching.place(texts.patching.activations[activation], token, layer + 1);
}

export const tokenOf = (sentences: Sentences, patches: Patches, position: number): string =>
  shownToken(sentences.tokens[baseOf(patches)][position]!.text);

export function tokenPatches(whole: Shown, sentences: Sentences, patches: Patches): TemplateResult {
  const { texts, isNarrow, inspection } = whole;
  const map = tokenMapOf(sentences, patches, isNarrow);
  const half = Math.floor((whole.width - BETWEEN) / 2);
  const isBeside = !isNarrow && half - LEFT >= LEAST_WIDTH * map.layers;
  const shown = isBeside ? { ...whole, width: half } : whole;
  const { layers, tokens, gaps, columns, values } = map;
  const words = tokens.map((position, at): AxisLabel => ({
    begin: at,
    end: at + 1,
    text: tokenOf(sentences, patches, position),
  }));
  const left = isNarrow ? LEFT_OF_LAYERS : LEFT;
  const numbers = labeledLayers(layers, isNarrow ? ROW : Math.min(MOST_WIDTH, (shown.width - left) / layers));
  const labels = numbers.map((layer): AxisLabel => ({ begin: layer - 1, end: layer, text: String(layer) }));
  const patch = selectedPatch(shown, map);
  const isDone = inspection.result(patching).status === 'done';
  return html`<p class="statement">${isDone ? statementOf(shown, sentences, patches, map) : nothing}</p>
    <div class="carrying" data-beside=${isBeside}>
      <figure>
        <figcaption>${texts.patching.carry.target[baseOf(patches)]}</figcaption>
        ${matrixPicture({
          name: texts.patching.map(texts.patching.activations[patches.activation]),
          selectedText: patch ? patchText(shown, sentences, patches, patch) : '',
          values,
          columns,
          scale: shown.signedScale(1),
          rowLabels: isNarrow ? labels : words,
          columnLabels: isNarrow ? words : labels,
          corner: texts.layer,
          gaps: isNarrow ? [] : gaps,
          cell: shown.cell ?? strongestCell(map),
          select: shown.setCell,
          ...target(shown, map),
          room: shown.width,
          left,
          isUpright: isNarrow,
          mostWidth: MOST_WIDTH,
          height: ROW,
        })}
      </figure>
      <figure class="source">
        <figcaption>${texts.patching.carry.source[sourceOf(patches)]}</figcaption>
        ${carrySource(shown, { sentences, patches, map }, { left, row: ROW, mostWidth: MOST_WIDTH })}
      </figure>
    </div>
    <p class="note one-line">${patch ? patchText(shown, sentences, patches, patch) : nothing}</p>
    ${carryResult(shown, { sentences, patches })}`;
}

function patchText(shown: Shown, sentences: Sentences, patches: Patches, patch: TokenPatch): string {
  const { texts } = shown;
  const token = tokenOf(sentences, patches, patch.position);
  if (patch.isGap) return texts.patching.noCounterpart(token);
  const { recovery } = patch;
  const value = Number.isNaN(recovery)
    ? texts.selected.notYet
    : texts.signed(printedRecovery(sentences, patches, recovery));
  return texts.patching.recovery(patchName(shown, patches, patch, token), value);
}

/**
 * Sentence about the recoveries in the map: for the residual stream, which tokens carry most of the difference in which
 * layers; for other activations, where the recovery is highest.
 */
function statementOf(shown: Shown, sentences: Sentences, patches: Patches, map: TokenMap): string | typeof nothing {
  const { texts } = shown;
  if (patches.activation === 'residualPre') {
    const carriers = carriersOf(patches).map(({ position, begin, end }) => ({
      token: tokenOf(sentences, patches, position),
      first: begin + 1,
      last: end,
    }));
    if (carriers.length > 0) return texts.patching.carriers(carriers);
  }
  const cell = strongestCell(map);
  const patch = cell && patchAt(map, cell);
  if (!patch) return nothing;
  const name = patchName(shown, patches, patch, tokenOf(sentences, patches, patch.position));
  return texts.patching.strongest(name, texts.signed(printedRecovery(sentences, patches, patch.recovery)));
}
