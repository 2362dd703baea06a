// Cache of heat map colors, so that panning a 512 × 512 matrix does not recompute them.
import type { CellColors } from '../../view/scene.js';

export class ColorCache {
  readonly #last = new WeakMap<object, { key: string; colors: CellColors }>();

  /**
   * Returns cached colors, or computes them.
   * @param owner object that the colors belong to; they are garbage-collected with it
   */
  readonly get = (owner: object, key: string, compute: () => CellColors): CellColors => {
    const known = this.#last.get(owner);
    if (known?.key === key) return known.colors;
    const colors = compute();
    this.#last.set(owner, { key, colors });
    return colors;
  };
}
