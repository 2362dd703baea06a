// An activation that is carried by hand: a cell of one sentence onto a cell of the other.
import { baseOf, type TokenMap } from './patch-map.js';
import { patchedRows } from './aligned.js';
import type { Place } from '../../state.js';
import type { Patches } from './work.js';
import type { Side, Sentences } from './work/sentences.js';
import type { ViewCell } from '../../maps/matrix-layout.js';

/** The run whose activations are taken. */
export const sourceOf = (patches: Pick<Patches, 'direction'>): Side =>
  baseOf(patches) === 'clean' ? 'corrupted' : 'clean';

type Rows = Pick<TokenMap, 'tokens' | 'isDown' | 'layers'>;

/** The map of the other sentence, whose layers run as those of the map do. */
export const sourceRows = (
  sentences: Sentences,
  patches: Pick<Patches, 'direction'>,
  { layers, isDown }: Rows,
): Rows => ({
  layers,
  isDown,
  tokens: patchedRows(sentences, sourceOf(patches)),
});

/** The place of a cell; null: there is no such cell. */
export function placeAt({ tokens, isDown, layers }: Rows, { row, place }: ViewCell): Place | null {
  const [layer, at] = isDown ? [row, place] : [place, row];
  const position = tokens[at];
  return position === undefined || layer >= layers ? null : { layer, position };
}

/** The cell of a place; null: its token is not shown. */
export function cellOf({ tokens, isDown }: Rows, { layer, position }: Place): ViewCell | null {
  const at = tokens.indexOf(position);
  if (at < 0) return null;
  return isDown ? { row: layer, place: at } : { row: at, place: layer };
}
