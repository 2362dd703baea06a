// Updates the element's canvas when its size, the screen resolution or the scroll position changes.
import { addCjkPunctuationFont } from '../../ui/cjk-punctuation-font.js';
import { mediaQuery } from '../../ui/media-query.js';
import { SceneCanvas } from './scene-canvas.js';
import type { LitElement, ReactiveController } from 'lit';

const SCROLLING = ['scroll', 'resize'] as const; // events that move the canvas on the screen
const LISTENER = { capture: true, passive: true }; // listens in the capture phase, since scroll events do not bubble

export class CanvasController implements ReactiveController {
  readonly #host: LitElement;
  #canvas: SceneCanvas | null = null;
  #element: HTMLCanvasElement | null = null;
  /**
   * Media query that matches the screen resolution for which the canvas was last painted. It reports when the
   * resolution changes.
   */
  #resolution: MediaQueryList | null = null;
  /** Observes the canvas's size; null in the DOM of a unit test. */
  readonly #sizes =
    'ResizeObserver' in globalThis
      ? new ResizeObserver(() => {
          this.#canvas?.resized();
          // The element is updated in the next frame: it may resize the canvas again, which the observer could not
          // report in this frame.
          requestAnimationFrame(() => this.#host.requestUpdate());
        })
      : null;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  /** The painter of the element's canvas; null before the first render, and if the canvas has no 2d context. */
  get canvas(): SceneCanvas | null {
    return this.#canvas;
  }

  /** Error that prevents drawing; null if there is none. */
  get error(): Error | null {
    if (!this.#element || this.#canvas) return null;
    return new Error('canvas: expected a 2d context of the browser, got none');
  }

  hostConnected(): void {
    addCjkPunctuationFont(this.#host.ownerDocument);
    this.#watchResolution();
    for (const event of SCROLLING) window.addEventListener(event, this.#scrolled, LISTENER);
    document.fonts?.addEventListener('loadingdone', this.#fontsLoaded);
    if (this.#element) this.#sizes?.observe(this.#element);
  }

  hostDisconnected(): void {
    document.fonts?.removeEventListener('loadingdone', this.#fontsLoaded);
    this.#resolution?.removeEventListener('change', this.#resolutionChanged);
    for (const event of SCROLLING) window.removeEventListener(event, this.#scrolled, LISTENER);
    this.#sizes?.disconnect();
  }

  hostUpdated(): void {
    if (this.#element || !this.#sizes) return;
    this.#element = this.#host.renderRoot.querySelector('canvas');
    if (!this.#element) return;
    const corners = [...this.#host.renderRoot.querySelectorAll('.corner')];
    this.#canvas = SceneCanvas.on(this.#element, corners, () => this.#host.requestUpdate());
    this.#sizes.observe(this.#element);
  }

  /**
   * Watches for a change of the screen's resolution. A media query matches only one resolution, so each change requires
   * a new query.
   */
  #watchResolution(): void {
    this.#resolution = mediaQuery(`(resolution: ${window.devicePixelRatio}dppx)`);
    this.#resolution?.addEventListener('change', this.#resolutionChanged, { once: true });
  }

  readonly #resolutionChanged = (): void => {
    this.#watchResolution();
    this.#canvas?.repaint();
  };

  readonly #fontsLoaded = (): void => {
    this.#canvas?.fontsLoaded();
    this.#host.requestUpdate();
  };

  readonly #scrolled = (): void => this.#canvas?.scrolled();
}
