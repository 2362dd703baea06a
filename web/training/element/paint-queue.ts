/**
 * Milliseconds of painting per frame of the screen. All canvases together take longer, so their painting is spread over
 * several frames.
 */
const PAINT_TIME = 4;

export class PaintQueue {
  readonly #paint: (canvas: HTMLCanvasElement) => void;
  #frame = 0;

  constructor(paint: (canvas: HTMLCanvasElement) => void) {
    this.#paint = paint;
  }

  /** Starts painting the given canvases, in their order, in place of those that are still waiting. */
  start(canvases: readonly HTMLCanvasElement[]): void {
    this.stop();
    const waiting = [...canvases];
    const paintSome = () => {
      const end = performance.now() + PAINT_TIME;
      do {
        const next = waiting.shift();
        if (next) this.#paint(next);
      } while (waiting.length > 0 && performance.now() < end);
      if (waiting.length > 0) this.#frame = requestAnimationFrame(paintSome);
    };
    this.#frame = requestAnimationFrame(paintSome);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }
}
