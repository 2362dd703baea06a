// Where the tokens of the view 'sentence' stand, however they are laid out.
import type { ArcRoom } from '../../marks/arcs.js';
import type { PlacedToken } from '../../marks/token-lines.js';

export interface SentenceLayout {
  /** Font size. */
  size: number;
  queries: readonly PlacedToken[];
  /** The same as `queries`, except in cross-attention; their lines are counted on from those of the queries. */
  keys: readonly PlacedToken[];
  /** Null: arcs would lie behind other lines. */
  arcRoom: ArcRoom | null;
  /** Whether it is a running text, which shows weights behind its words. */
  isProse: boolean;
  height: number;
}
