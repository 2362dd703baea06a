// Zooming and panning of the scene with wheel, pointers, keys and buttons.
import { NO_ZOOM, panBy, zoomAt, type Zoom } from '../../../view/zoom.js';
import type { Point, Viewport } from '../../../view/scene.js';

interface ZoomHost {
  zoom: Zoom;
}

const STEP = 1.5; // zoom factor per press of a button or key
const WHEEL = 0.0022; // logarithm of the zoom factor per unit of the wheel's deltaY
const MIN_DRAG = 4; // pixels; a shorter pointer movement is a click

const between = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

export class ZoomController {
  readonly #host: ZoomHost;
  readonly #viewport: () => Viewport | null;
  readonly #pointers = new Map<number, Point>();
  #dragged = 0;

  /** @param viewport returns the visible part of the scene on the canvas; null if the scene cannot be zoomed */
  constructor(host: ZoomHost, viewport: () => Viewport | null) {
    this.#host = host;
    this.#viewport = viewport;
  }

  get isEnabled(): boolean {
    return this.#viewport() !== null;
  }

  /** True if the last gesture was a drag and not a click. */
  get wasDrag(): boolean {
    return this.#dragged > MIN_DRAG;
  }

  down(id: number, point: Point): void {
    if (this.#pointers.size === 0) this.#dragged = 0;
    this.#pointers.set(id, point);
  }

  /**
   * Handles a pointer movement: pans with one pointer, zooms with two.
   * @returns true if the movement has moved the scene
   */
  move(id: number, point: Point): boolean {
    const before = this.#pointers.get(id);
    const viewport = this.#viewport();
    if (!before || !viewport) return false;
    const other = [...this.#pointers].find(([each]) => each !== id)?.[1];
    this.#pointers.set(id, point);
    this.#dragged += distance(before, point);
    const { zoom } = this.#host;
    const { content, frame } = viewport;
    if (other) {
      const factor = distance(point, other) / distance(before, other);
      this.#host.zoom = zoomAt(zoom, factor, between(point, other), content, frame);
    } else if (zoom.factor > 1 && this.wasDrag) {
      this.#host.zoom = panBy(zoom, point.x - before.x, point.y - before.y, content, frame);
    }
    return this.wasDrag && zoom.factor > 1;
  }

  up(id: number): void {
    this.#pointers.delete(id);
  }

  wheel(deltaY: number, point: Point): void {
    this.#zoomBy(Math.exp(-deltaY * WHEEL), point);
  }

  zoomIn(): void {
    this.#zoomBy(STEP);
  }

  zoomOut(): void {
    this.#zoomBy(1 / STEP);
  }

  reset(): void {
    this.#host.zoom = NO_ZOOM;
  }

  /**
   * Zooms by a factor.
   * @param fixed point that keeps its position on the canvas; default: the center of the frame
   */
  #zoomBy(factor: number, fixed?: Point): void {
    const viewport = this.#viewport();
    if (!viewport) return;
    const { content, frame } = viewport;
    const center = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
    this.#host.zoom = zoomAt(this.#host.zoom, factor, fixed ?? center, content, frame);
  }
}
