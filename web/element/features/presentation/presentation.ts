// Presentation mode: the story alone, on the whole screen, stage by stage, with the keys that a presenter's clicker sends.
import { adoptStyles } from '../../../ui/adopt-styles.js';
import { loadLaterStyles } from '../../panels/lazy/index.js';
import { BACK, BLACK, enlargementOf, FORWARD, hasModifier } from '../../../ui/clicker.js';
import { loadPart } from '../../render/lazy-parts.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

type PresentationHost = ReactiveControllerHost & HTMLElement;

interface Steps {
  forward: () => void;
  back: () => void;
}

/** The size that the element is laid out for; it is enlarged to the screen's. At 1920 × 1080 its 13 px become 28. */
const LAYOUT = { width: 890, height: 500 };

export class Presentation implements ReactiveController {
  readonly #host: PresentationHost;
  readonly #steps: Steps;
  #isOn = false;
  #isBlack = false;

  constructor(host: PresentationHost, steps: Steps) {
    this.#host = host;
    this.#steps = steps;
    host.addController(this);
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Magnification of the presentation; 1 without one. */
  get enlargement(): number {
    if (!this.#isOn) return 1;
    return enlargementOf(LAYOUT);
  }

  /** Starts the presentation. If full screen is refused or missing, as on phones, the element covers the page. */
  async begin(): Promise<void> {
    if (this.#isOn) return;
    this.#isOn = true;
    this.#setBlack(false);
    document.addEventListener('fullscreenchange', this.#fullscreenChanged);
    window.addEventListener('keydown', this.#key, true);
    window.addEventListener('resize', this.#resized);
    this.#host.requestUpdate();
    const fullScreen = this.#requestFullScreen(); // at once: the browser asks for a click
    adoptStyles(this.#host, await loadPart(loadLaterStyles));
    await fullScreen;
  }

  async #requestFullScreen(): Promise<void> {
    try {
      await this.#host.requestFullscreen();
    } catch {
      // The element covers the page.
    }
  }

  end(): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#host.removeAttribute('data-presenting');
    document.removeEventListener('fullscreenchange', this.#fullscreenChanged);
    window.removeEventListener('keydown', this.#key, true);
    window.removeEventListener('resize', this.#resized);
    if (document.fullscreenElement === this.#host) void document.exitFullscreen();
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.end();
  }

  readonly #fullscreenChanged = (): void => {
    if (document.fullscreenElement !== this.#host) this.end();
    else this.#host.requestUpdate();
  };

  #setBlack(isBlack: boolean): void {
    this.#isBlack = isBlack;
    this.#host.setAttribute('data-presenting', isBlack ? 'black' : '');
  }

  readonly #resized = (): void => this.#host.requestUpdate();

  readonly #key = (event: KeyboardEvent): void => {
    if (hasModifier(event)) return;
    if (event.key === 'Escape') this.end();
    else if (this.#isBlack || BLACK.includes(event.key)) this.#setBlack(!this.#isBlack);
    else if (FORWARD.includes(event.key)) this.#steps.forward();
    else if (BACK.includes(event.key)) this.#steps.back();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
