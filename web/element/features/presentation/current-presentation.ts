// A running presentation: its keys, its scale on the screen, and how it ends.
import { adoptStyles } from '../../../ui/adopt-styles.js';
import { presentation } from '../../styles/presentation.js';
import { BACK, BLACK, enlargementOf, FORWARD, hasModifier } from '../../../ui/clicker.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export type PresentationHost = ReactiveControllerHost & HTMLElement;

export interface Steps {
  forward: () => void;
  back: () => void;
}

/**
 * Layout size of the element in a presentation, in CSS pixels. It is scaled up to the screen: at 1920 × 1080, text of
 * 13 px becomes 28 px.
 */
const LAYOUT = { width: 890, height: 500 };

export class CurrentPresentation implements ReactiveController {
  readonly #host: PresentationHost;
  readonly #steps: Steps;
  readonly #ended: () => void;
  #isBlack = false;

  /** Starts the presentation. @param ended called when the presentation ends */
  constructor(host: PresentationHost, steps: Steps, ended: () => void) {
    this.#host = host;
    this.#steps = steps;
    this.#ended = ended;
    adoptStyles(host, [presentation]);
    host.addController(this);
    this.#setBlack(false);
    document.addEventListener('fullscreenchange', this.#fullscreenChanged);
    window.addEventListener('keydown', this.#key, true);
    window.addEventListener('resize', this.#resized);
    host.requestUpdate();
  }

  /** Scale at which the presentation's layout fills the screen. */
  get enlargement(): number {
    return enlargementOf(LAYOUT);
  }

  end(): void {
    this.#ended();
    this.#host.removeController(this);
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
