// Paints the attention matrices of heads on their canvases. A canvas is only painted if its content has changed.
import { headScene } from './head-scene.js';
import { paint } from '../../view/output/canvas.js';
import type { Pair } from '../measures.js';
import type { Palette } from '../../view/marks/palette.js';
import type { RunLog } from '../run/run-log.js';
import type { Snapshot } from '../run/snapshot.js';

export interface Shown {
  run: RunLog;
  snapshot: Snapshot;
  /** Snapshot of the training run whose weights are subtracted; null to paint the weights themselves. */
  reference: Snapshot | null;
  palette: Palette;
  /** True for the large matrix, which has tokens at its edges. */
  isLarge: boolean;
  isOutlined: boolean;
  cell: Pair | null;
}

export class MatrixPainter {
  readonly #scratch = document.createElement('canvas');
  /**
   * Content that was last painted on each canvas. The same content is not painted again: most reports of the worker
   * contain no new snapshot.
   */
  readonly #painted = new WeakMap<HTMLCanvasElement, readonly unknown[]>();

  /**
   * Paints the attention matrix of one head.
   * @param canvas canvas, whose attributes data-layer and data-head name the head
   */
  paint(canvas: HTMLCanvasElement, { run, snapshot, reference, palette, isLarge, isOutlined, cell }: Shown): void {
    const context = canvas.getContext('2d');
    const [layer, head] = [Number(canvas.dataset['layer']), Number(canvas.dataset['head'])];
    const size = canvas.clientWidth;
    if (!context || size === 0 || snapshot.weights.length <= layer) return;
    const pixels = Math.round(size * devicePixelRatio);
    const shown = [run, snapshot, reference, layer, head, pixels, palette, isOutlined, cell?.[0], cell?.[1]];
    if (this.#painted.get(canvas)?.every((each, at) => each === shown[at])) return;
    this.#painted.set(canvas, shown);
    if (canvas.width !== pixels) [canvas.width, canvas.height] = [pixels, pixels];
    const { first, task } = run;
    const cells = first.inputs.length ** 2;
    const of = ({ weights }: Snapshot) => weights[layer]!.subarray(head * cells, (head + 1) * cells);
    const scene = headScene(
      {
        weights: of(snapshot),
        reference: reference && of(reference),
        labels: isLarge ? run.labels : null,
        outlined: isOutlined ? task.attended(first) : [],
        cell,
        isCausal: run.isMasked,
      },
      palette,
      size,
    );
    context.setTransform(pixels / size, 0, 0, pixels / size, 0, 0);
    paint(scene, context, this.#scratch);
  }
}
