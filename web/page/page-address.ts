// Writes the element's state to the URL, with a browser history entry for each section and step of the course.
import { addressOf, sectionOf } from './sections.js';
import { languageOf } from '../locales/index.js';
import { writeAddress } from '../element/state/address.js';
import type { State } from '../element/state/properties.js';

/** Milliseconds between changes of the URL, which browsers rate-limit; only the last state of a quick series is written. */
const DELAY = 400;

const placeOf = (state: State): string => `${sectionOf(state)} ${state.chapter}`;

export class PageAddress {
  #timer = 0;
  /** Section and step of the course in the URL; null: the URL is not the element's. */
  #place: string | null = '';
  /** True if the current place has no history entry yet. */
  #isNewPlace = false;

  /** Sets the place that the URL contains. */
  startAt(state: State): void {
    this.#place = placeOf(state);
  }

  /** Hands the URL over to a section beside the element: nothing is written until the next `show`. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#place = null;
  }

  /** Writes a state to the URL, immediately for another section or step, so that Back returns to the previous one. */
  show(state: State): void {
    clearTimeout(this.#timer);
    this.#isNewPlace ||= placeOf(state) !== this.#place;
    this.startAt(state);
    const timer = window.setTimeout(() => void this.#write(state, timer), this.#isNewPlace ? 0 : DELAY);
    this.#timer = timer;
  }

  async #write(state: State, timer: number): Promise<void> {
    const address = location.pathname + addressOf(state, languageOf('auto'), await writeAddress(state));
    if (timer !== this.#timer) return;
    if (this.#isNewPlace) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    this.#isNewPlace = false;
  }
}
