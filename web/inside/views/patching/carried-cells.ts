// Cells of two maps, one for each sentence, between which the user moves an activation in the view `patching`.
import { baseOf, type TokenMap } from './patch-map.js';
import { patchedRows } from './aligned.js';
import type { Place } from '../../state.js';
import type { Patches } from './work.js';
import type { Side, Sentences } from './work/sentences.js';
import type { ViewCell } from '../../maps/matrix-layout.js';

/** The sentence from which activations are copied into the patched run. */
export const sourceOf = (patches: Pick<Patches, 'direction'>): Side =>
  baseOf(patches) === 'clean' ? 'corrupted' : 'clean';

type Rows = Pick<TokenMap, 'tokens' | 'isDown' | 'layers'>;

/**
 * Displayed tokens and layers for a map of the source sentence. Its layers run in the same direction as in the map of
 * patches.
 */
export const sourceRows = (
  sentences: Sentences,
  patches: Pick<Patches, 'direction'>,
  { layers, isDown }: Rows,
): Rows => ({
  layers,
  isDown,
  tokens: patchedRows(sentences, sourceOf(patches)),
});

/** Layer and position for which a cell of the map stands; null if there is no such cell. */
export function placeAt({ tokens, isDown, layers }: Rows, { row, place }: ViewCell): Place | null {
  const [layer, at] = isDown ? [row, place] : [place, row];
  const position = tokens[at];
  return position === undefined || layer >= layers ? null : { layer, position };
}

/** Cell of the map that stands for a layer and a position; null if the token at the position is not displayed. */
export function cellOf({ tokens, isDown }: Rows, { layer, position }: Place): ViewCell | null {
  const at = tokens.indexOf(position);
  if (at < 0) return null;
  return isDown ? { row: layer, place: at } : { row: at, place: layer };
}
