// Selects a cell of the large attention matrix: the one under the pointer, or the next one in the direction of an arrow
// key.
import { cellsBox, pairAt } from './head-scene.js';
import type { Pair } from '../measures.js';
import type { ReactiveControllerHost } from 'lit';
import type { RunLog } from '../run/run-log.js';

const MOVES: Readonly<Record<string, Pair>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export class CellCursor {
  readonly #host: ReactiveControllerHost & { readonly run: RunLog | null };
  #cell: Pair | null = null;

  constructor(host: ReactiveControllerHost & { readonly run: RunLog | null }) {
    this.#host = host;
  }

  /** Query and key of the selected cell; null if there is none. */
  get cell(): Pair | null {
    return this.#cell;
  }

  /**
   * Selects the cell under the pointer.
   * @param event pointer event of the canvas with the large matrix; null after the pointer has left it
   */
  point(event: PointerEvent | null): void {
    const { run } = this.#host;
    const canvas = event?.currentTarget;
    this.#show(
      event && run && canvas instanceof HTMLCanvasElement
        ? pairAt(cellsBox(canvas.clientWidth, run.labels), run.first.inputs.length, event.offsetX, event.offsetY)
        : null,
    );
  }

  /** Selects the next cell in the direction of an arrow key. If no cell is selected, selects the last one. */
  move(event: KeyboardEvent): void {
    const { run } = this.#host;
    const move = MOVES[event.key];
    if (!move || !run) return;
    event.preventDefault();
    const last = run.first.inputs.length - 1;
    const within = (at: number) => Math.min(last, Math.max(0, at));
    this.#show(this.#cell ? [within(this.#cell[0] + move[0]), within(this.#cell[1] + move[1])] : [last, last]);
  }

  forget(): void {
    this.#cell = null;
  }

  #show(cell: Pair | null): void {
    this.#cell = cell;
    this.#host.requestUpdate();
  }
}
