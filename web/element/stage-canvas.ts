// The canvas with the picture: paints it at the screen's resolution and tells what lies under the pointer.
import { fontOf, paint } from '../view/canvas.js';
import { cellAt, panelAt, wordAt, type Cell, type Point, type Scene } from '../view/scene.js';
import type { Picture } from '../view/picture.js';

/** How large a picture is to be, and how wide its texts are. */
export type Sheet = Pick<Picture, 'width' | 'height' | 'measure'>;

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

  get sheet(): Sheet {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    return { width, height, measure: this.#measure };
  }

  show(draw: (sheet: Sheet) => Scene): void {
    const { sheet } = this;
    const sharpness = window.devicePixelRatio;
    const [pixelsWide, pixelsHigh] = [Math.round(sheet.width * sharpness), Math.round(sheet.height * sharpness)];
    if (this.#canvas.width !== pixelsWide || this.#canvas.height !== pixelsHigh) {
      this.#canvas.width = pixelsWide;
      this.#canvas.height = pixelsHigh;
    }
    this.#context.setTransform(sharpness, 0, 0, sharpness, 0, 0);
    this.scene = draw(sheet);
    paint(this.scene, this.#context);
  }

  clear(): void {
    this.scene = null;
    this.#context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
  }

  cellUnder(event: MouseEvent): Cell | null {
    return this.scene && cellAt(this.scene, this.pointOf(event));
  }

  wordUnder(event: MouseEvent): number | null {
    return this.scene && wordAt(this.scene, this.pointOf(event));
  }

  panelUnder(event: MouseEvent): number | null {
    return this.scene && panelAt(this.scene, this.pointOf(event));
  }

  /** Where on the canvas an event is. */
  pointOf(event: MouseEvent): Point {
    const { left, top } = this.#canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  readonly #measure = (text: string, size: number): number => {
    this.#context.font = fontOf({ size });
    return this.#context.measureText(text).width;
  };
}
