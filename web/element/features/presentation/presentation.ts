// Presentation mode: the animation in full screen, stage by stage, controlled by keyboard or a presentation clicker.
import { loadPart } from '../../render/lazy-parts.js';
import type { CurrentPresentation, PresentationHost, Steps } from './current-presentation.js';

export const loadPresentation = async (): Promise<typeof CurrentPresentation> =>
  (await import('./current-presentation.js')).CurrentPresentation;

export class Presentation {
  readonly #host: PresentationHost;
  readonly #steps: Steps;
  #current: CurrentPresentation | null = null;

  constructor(host: PresentationHost, steps: Steps) {
    this.#host = host;
    this.#steps = steps;
  }

  get isOn(): boolean {
    return this.#current !== null;
  }

  /** Scale of the element's layout during a presentation; otherwise 1. */
  get enlargement(): number {
    return this.#current?.enlargement ?? 1;
  }

  /** Starts the presentation. If full screen is refused or not supported, as on phones, the element covers the page. */
  async begin(): Promise<void> {
    if (this.isOn) return;
    const Current = await loadPart(loadPresentation);
    if (this.isOn || !this.#host.isConnected) return;
    this.#current = new Current(this.#host, this.#steps, () => (this.#current = null));
    await this.#requestFullScreen();
  }

  async #requestFullScreen(): Promise<void> {
    try {
      await this.#host.requestFullscreen();
    } catch {
      // If full screen is refused, the element covers the page instead of the screen.
    }
  }
}
