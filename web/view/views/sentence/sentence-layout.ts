// Type of a layout of the view 'sentence', for separate tokens and for running text.
import type { ArcRoom } from '../../marks/arcs.js';
import type { PlacedToken } from '../../marks/token-lines.js';

export interface SentenceLayout {
  /** Font size of the tokens, in pixels. */
  size: number;
  queries: readonly PlacedToken[];
  /**
   * Placed key tokens: the same as `queries`, except in cross-attention, where their line numbers continue those of the
   * queries.
   */
  keys: readonly PlacedToken[];
  /** Space in which arcs run; null if arcs would run behind other lines of text. */
  arcRoom: ArcRoom | null;
  /** True for a running text. Its weights are shown as colors behind the words. */
  isProse: boolean;
  height: number;
}
