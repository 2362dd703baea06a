// Larger, smaller and elsewhere: with wheel, fingers, keys and buttons.
import { movedBy, WHOLE, zoomedAt, type Zoom } from '../view/zoom.js';
import type { Box, Point } from '../view/scene.js';

/** Where the picture lies, and where it may be seen. */
export interface ZoomGeometry {
  zoom: Zoom;
  picture: Box;
  frame: Box;
}

const STEP = 1.5; // of a button or a key
const WHEEL = 0.0022; // of the logarithm, for each unit that the wheel turns
const DRAG_FROM = 4; // pixels that a finger may tremble in a click

const between = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

export class Zooming {
  readonly #geometry: () => ZoomGeometry | null;
  readonly #set: (zoom: Zoom) => void;
  readonly #pointers = new Map<number, Point>();
  #dragged = 0;

  constructor(geometry: () => ZoomGeometry | null, set: (zoom: Zoom) => void) {
    this.#geometry = geometry;
    this.#set = set;
  }

  /** Whether what ends now was a drag, and so is no click. */
  get wasDrag(): boolean {
    return this.#dragged > DRAG_FROM;
  }

  down(id: number, point: Point): void {
    if (this.#pointers.size === 0) this.#dragged = 0;
    this.#pointers.set(id, point);
  }

  /** @returns whether the picture follows the pointer */
  move(id: number, point: Point): boolean {
    const before = this.#pointers.get(id);
    const geometry = this.#geometry();
    if (!before || !geometry) return false;
    const other = [...this.#pointers].find(([each]) => each !== id)?.[1];
    this.#pointers.set(id, point);
    this.#dragged += distance(before, point);
    const { zoom, picture, frame } = geometry;
    if (other) {
      this.#set(
        zoomedAt(zoom, distance(point, other) / distance(before, other), between(point, other), picture, frame),
      );
    } else if (zoom.factor > 1 && this.wasDrag) {
      this.#set(movedBy(zoom, point.x - before.x, point.y - before.y, picture, frame));
    }
    return this.wasDrag && zoom.factor > 1;
  }

  up(id: number): void {
    this.#pointers.delete(id);
  }

  wheel(turned: number, point: Point): void {
    this.#by(Math.exp(-turned * WHEEL), point);
  }

  closer(): void {
    this.#by(STEP);
  }

  farther(): void {
    this.#by(1 / STEP);
  }

  whole(): void {
    this.#set(WHOLE);
  }

  #by(factor: number, point?: Point): void {
    const geometry = this.#geometry();
    if (!geometry) return;
    const { zoom, picture, frame } = geometry;
    const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
    this.#set(zoomedAt(zoom, factor, point ?? middle, picture, frame));
  }
}
