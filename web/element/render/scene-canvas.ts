// The canvas of the element: paints scenes at the screen's resolution, and finds what is under the pointer.
import { ColorCache } from './color-cache.js';
import { paint } from '../../view/output/canvas.js';
import { textMeasure } from './text-measure.js';
import { cellAt, panelAt, tokenAt, type Cell, type Point, type Scene } from '../../view/scene.js';
import type { Surface } from '../../view/view-model.js';

export class SceneCanvas {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #scratch = document.createElement('canvas');
  readonly #colors = new ColorCache();
  readonly #measure: Surface['measure'];
  #size: Pick<Surface, 'width' | 'height'> | null = null;
  /** What is on the canvas; null: nothing. */
  scene: Scene | null = null;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser provides no 2D canvas');
    this.#context = context;
    this.#measure = textMeasure(context);
  }

  /** The size is kept until it may have changed: reading it makes the browser compute the layout. */
  get surface(): Surface {
    this.#size ??= { width: this.#canvas.clientWidth, height: this.#canvas.clientHeight };
    return { ...this.#size, measure: this.#measure, cachedColors: this.#colors.get };
  }

  /** @param height in pixels; null: the height of the style sheet */
  setHeight(height: number | null): void {
    const value = height === null ? '' : `${height}px`;
    if (this.#canvas.style.height === value) return;
    this.#canvas.style.height = value;
    this.#size = null;
  }

  /** The browser has changed the size of the canvas. */
  resized(): void {
    this.#size = null;
  }

  show(scene: Scene): void {
    const pixelRatio = window.devicePixelRatio;
    const [width, height] = [Math.round(scene.width * pixelRatio), Math.round(scene.height * pixelRatio)];
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
    }
    this.#context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    this.scene = scene;
    paint(scene, this.#context, this.#scratch);
  }

  clear(): void {
    if (!this.scene) return;
    this.scene = null;
    this.#context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
  }

  cellUnder(event: MouseEvent): Cell | null {
    return this.scene && cellAt(this.scene, this.pointOf(event));
  }

  tokenUnder(event: MouseEvent): number | null {
    return this.scene && tokenAt(this.scene, this.pointOf(event));
  }

  panelUnder(event: MouseEvent): number | null {
    return this.scene && panelAt(this.scene, this.pointOf(event));
  }

  /** The position of an event on the canvas. */
  pointOf(event: MouseEvent): Point {
    const { left, top } = this.#canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }
}
