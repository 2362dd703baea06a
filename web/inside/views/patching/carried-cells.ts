// Cells between which the user moves an activation from one sentence to the other.
import { baseOf, type TokenMap } from './patch-map.js';
import { patchedRows } from './aligned.js';
import type { Place } from '../../state.js';
import type { Patches } from './work.js';
import type { Side, Sentences } from './work/sentences.js';
import type { ViewCell } from '../../maps/matrix-layout.js';

/** The sentence from which activations are taken. */
export const sourceOf = (patches: Pick<Patches, 'direction'>): Side =>
  baseOf(patches) === 'clean' ? 'corrupted' : 'clean';

type Rows = Pick<TokenMap, 'tokens' | 'isDown' | 'layers'>;

/** Rows of the source sentence, whose layers run in the same direction as in the map of patches. */
export const sourceRows = (
  sentences: Sentences,
  patches: Pick<Patches, 'direction'>,
  { layers, isDown }: Rows,
): Rows => ({
  layers,
  isDown,
  tokens: patchedRows(sentences, sourceOf(patches)),
});

/** Layer and token of a cell; null if there is no such cell. */
export function placeAt({ tokens, isDown, layers }: Rows, { row, place }: ViewCell): Place | null {
  const [layer, at] = isDown ? [row, place] : [place, row];
  const position = tokens[at];
  return position === undefined || layer >= layers ? null : { layer, position };
}

/** Cell of a layer and a token; null if the token is not displayed. */
export function cellOf({ tokens, isDown }: Rows, { layer, position }: Place): ViewCell | null {
  const at = tokens.indexOf(position);
  if (at < 0) return null;
  return isDown ? { row: layer, place: at } : { row: at, place: layer };
}
