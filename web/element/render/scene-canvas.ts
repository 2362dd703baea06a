// The element's canvas: paints scenes at the screen's resolution, and finds the mark under the pointer.
import { ColorCache } from './color-cache.js';
import { fittingPixelRatio } from '../../view/output/canvas-limits.js';
import { paint } from '../../view/output/canvas.js';
import { SANS } from '../../view/marks/fonts.js';
import { textMeasure } from './text-measure.js';
import { cellAt, panelAt, tokenAt, type Cell, type Point, type Scene } from '../../view/scene.js';
import type { Surface, ViewModelData } from '../../view/view-model.js';
import type { Drawing, View } from '../../view/views/index.js';

/** Margin painted above and below the visible part of a long scene, in viewport heights. */
const MARGIN = 0.25;

/** Screen positions of the canvas's top left, top right and bottom left corner. */
type Corners = [DOMRect, DOMRect, DOMRect];

/** Horizontal band of a scene: a part in the scene's full width, in CSS pixels. */
interface Band {
  top: number;
  height: number;
}

export class SceneCanvas {
  readonly #canvas: HTMLCanvasElement;
  readonly #corners: readonly Element[];
  readonly #context: CanvasRenderingContext2D;
  readonly #scratch = document.createElement('canvas');
  readonly #colors = new ColorCache();
  #measure: Surface['measure'];
  #fonts = SANS;
  readonly #requestMore: () => void;
  /** ID of the requested animation frame that computes more of a partial scene. */
  #frame = 0;
  #size: Pick<Surface, 'width' | 'height'> | null = null;
  /** The painted band of a scene that is too long to be painted as a whole; null if the whole scene is painted. */
  #band: Band | null = null;
  /** Scale at which the page shows the canvas. The canvas has correspondingly more pixels. */
  enlargement = 1;
  scene: Scene | null = null;

  /**
   * Creates a painter for a canvas; null if the canvas has no 2d context, as in the DOM of a unit test.
   * @param corners elements at the canvas's top left, top right and bottom left corner
   * @param requestMore called when more panels of a partially drawn scene can be drawn
   */
  static on(canvas: HTMLCanvasElement, corners: readonly Element[], requestMore: () => void): SceneCanvas | null {
    const context = canvas.getContext('2d');
    return context && new SceneCanvas(canvas, context, corners, requestMore);
  }

  private constructor(
    canvas: HTMLCanvasElement,
    context: CanvasRenderingContext2D,
    corners: readonly Element[],
    requestMore: () => void,
  ) {
    this.#canvas = canvas;
    this.#corners = corners;
    this.#context = context;
    this.#requestMore = requestMore;
    this.#measure = textMeasure(context, SANS);
    canvas.addEventListener('contextrestored', () => this.repaint());
  }

  set fonts(fonts: string) {
    if (fonts === this.#fonts) return;
    this.#fonts = fonts;
    this.fontsLoaded();
  }

  /** Discards the cached widths of texts after fonts have loaded. */
  fontsLoaded(): void {
    this.#measure = textMeasure(this.#context, this.#fonts);
  }

  /**
   * Drawing surface of the canvas: its size, its fonts, and its caches of text widths and colors. The size is cached,
   * since reading it forces a layout.
   */
  get surface(): Surface {
    this.#size ??= { width: this.#canvas.clientWidth, height: this.#canvas.clientHeight };
    return { ...this.#size, fonts: this.#fonts, measure: this.#measure, cachedColors: this.#colors.get };
  }

  /**
   * Draws a scene at the canvas's size.
   * @param cover kind of content that covers the canvas, which is then not painted; null if there is none
   * @param viewModel view model of the scene; null if there is nothing to show
   */
  draw(cover: View['cover'], drawing: Drawing | null, viewModel: ViewModelData | null): void {
    if (drawing && viewModel) this.#setHeight(drawing.requiredHeight?.({ ...viewModel, ...this.surface }) ?? null);
    if (drawing && viewModel && !cover)
      this.#show({ ...drawing.draw({ ...viewModel, ...this.surface }), fonts: this.#fonts });
    else this.#clear();
    cancelAnimationFrame(this.#frame); // one frame is enough, however often the scene is drawn before it
    const { hasMore = null } = (this.scene?.isPartial && viewModel?.headGrid()) || {};
    if (hasMore) this.#complete(hasMore);
  }

  /**
   * Computes missing panels of the view 'heads' in each animation frame until a new panel can be drawn, and then
   * requests another drawing.
   */
  #complete(hasMore: () => boolean): void {
    this.#frame = requestAnimationFrame(() => {
      try {
        if (hasMore()) this.#requestMore();
        else this.#complete(hasMore);
      } catch {
        this.#requestMore(); // the next drawing throws the error again, and the element reports it
      }
    });
  }

  /**
   * Sets the canvas's height.
   * @param height height in CSS pixels; null for the height from the style sheet
   */
  #setHeight(height: number | null): void {
    const value = height === null ? '' : `${height}px`;
    if (this.#canvas.style.height === value) return;
    this.#canvas.style.height = value;
    this.#size = null;
  }

  /** Discards the cached size of the canvas after the browser has resized it. */
  resized(): void {
    this.#size = null;
  }

  #show(scene: Scene): void {
    this.scene = scene;
    this.repaint();
  }

  /** Repaints the scene at the current screen resolution. */
  repaint(): void {
    const { scene } = this;
    if (!scene || scene.width === 0 || scene.height === 0) return;
    const wanted = window.devicePixelRatio * this.enlargement;
    this.#band = fittingPixelRatio(scene.width, scene.height, wanted) < wanted ? this.#bandOf(scene, MARGIN) : null;
    const { top, height } = this.#band ?? { top: 0, height: scene.height };
    const pixelRatio = fittingPixelRatio(scene.width, height, wanted);
    this.#resize(Math.round(scene.width * pixelRatio), Math.round(height * pixelRatio));
    // In the layout, the canvas is as high as the whole scene, but only the band has pixels.
    this.#canvas.style.objectFit = this.#band ? 'contain' : '';
    this.#canvas.style.objectPosition = this.#band ? `0 ${top}px` : '';
    this.#context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, -top * pixelRatio);
    paint(scene, this.#context, this.#scratch);
  }

  /** Repaints the canvas when scrolling has revealed an unpainted part of a long scene. */
  scrolled(): void {
    if (!this.scene || !this.#band) return;
    const { top, height } = this.#bandOf(this.scene, 0);
    if (top < this.#band.top || top + height > this.#band.top + this.#band.height) this.repaint();
  }

  /**
   * Band around the visible part of a scene.
   * @param margin margin above and below the visible part, in viewport heights
   */
  #bandOf({ height }: Scene, margin: number): Band {
    const box = this.#canvas.getBoundingClientRect();
    const scale = box.height / height || 1; // scale at which a CSS transform of the page shows the canvas
    const screen = window.innerHeight / scale;
    const within = (y: number) => Math.round(Math.min(height, Math.max(0, y)));
    const top = Math.min(within(-box.top / scale - margin * screen), within(height - screen));
    return { top, height: Math.max(1, within(top + (1 + 2 * margin) * screen) - top) };
  }

  #resize(width: number, height: number): void {
    if (this.#canvas.width === width && this.#canvas.height === height) return;
    this.#canvas.width = width;
    this.#canvas.height = height;
  }

  #clear(): void {
    if (!this.scene) return;
    this.scene = null;
    this.#context.resetTransform();
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

  /**
   * Position of a pointer event in the canvas's own CSS pixels, under any transform of the page: scale, rotation or
   * zoom.
   */
  pointOf({ clientX, clientY }: MouseEvent): Point {
    const { width, height } = this.surface;
    const [origin, right, bottom] = this.#corners.map((corner) => corner.getBoundingClientRect()) as Corners;
    const onScreen = new DOMMatrix([
      (right.x - origin.x) / width,
      (right.y - origin.y) / width,
      (bottom.x - origin.x) / height,
      (bottom.y - origin.y) / height,
      origin.x,
      origin.y,
    ]);
    return onScreen.inverse().transformPoint({ x: clientX, y: clientY });
  }
}
