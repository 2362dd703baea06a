// The colors of heat maps that were drawn last: a matrix of 512 × 512 cells is panned without computing them again.
import type { CellColors } from '../../view/scene.js';

export class ColorCache {
  readonly #last = new WeakMap<object, { key: string; colors: CellColors }>();

  /** @param owner what the colors are of; forgotten with it */
  readonly get = (owner: object, key: string, compute: () => CellColors): CellColors => {
    const known = this.#last.get(owner);
    if (known?.key === key) return known.colors;
    const colors = compute();
    this.#last.set(owner, { key, colors });
    return colors;
  };
}
