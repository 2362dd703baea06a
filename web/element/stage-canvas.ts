// The canvas with the picture: paints it at the screen's resolution and tells what lies under the pointer.
import { fontOf, paint } from '../view/canvas.js';
import { cellAt, wordAt, type Cell, type Point, type Scene } from '../view/scene.js';
import { drawComposition } from '../view/composition.js';
import type { PictureContent } from '../view/picture.js';

export class StageCanvas {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  /** What is on the canvas, or null where nothing is. */
  scene: Scene | null = null;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser gives no 2D canvas');
    this.#context = context;
  }

  show(content: PictureContent): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const sharpness = window.devicePixelRatio;
    const [pixelsWide, pixelsHigh] = [Math.round(width * sharpness), Math.round(height * sharpness)];
    if (this.#canvas.width !== pixelsWide || this.#canvas.height !== pixelsHigh) {
      this.#canvas.width = pixelsWide;
      this.#canvas.height = pixelsHigh;
    }
    this.#context.setTransform(sharpness, 0, 0, sharpness, 0, 0);
    this.scene = drawComposition({ ...content, width, height, measure: this.#measure });
    paint(this.scene, this.#context);
  }

  clear(): void {
    this.scene = null;
    this.#context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
  }

  cellUnder(event: MouseEvent): Cell | null {
    return this.scene && cellAt(this.scene, this.#pointOf(event));
  }

  wordUnder(event: MouseEvent): number | null {
    return this.scene && wordAt(this.scene, this.#pointOf(event));
  }

  #pointOf(event: MouseEvent): Point {
    const { left, top } = this.#canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  readonly #measure = (text: string, size: number): number => {
    this.#context.font = fontOf({ size });
    return this.#context.measureText(text).width;
  };
}
