// The colors of the heat map that was drawn last. A matrix of 512 × 512 cells is panned without computing them again.
import type { CellColors } from '../../view/scene.js';

export class ColorCache {
  #last: { owner: object; key: string; colors: CellColors } | null = null;

  readonly get = (owner: object, key: string, compute: () => CellColors): CellColors => {
    if (this.#last?.owner !== owner || this.#last.key !== key) this.#last = { owner, key, colors: compute() };
    return this.#last.colors;
  };
}
