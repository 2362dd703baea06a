// Writes the element's state to the URL. Each section, and each step of the course, has its own entry in the browser's
// history.
import { addressOf, sectionOf } from './sections/sections.js';
import { languageOf } from '../locales/index.js';
import { writeAddress } from '../element/state/address.js';
import type { State } from '../element/state/properties.js';

/**
 * Milliseconds between changes of the URL, which browsers limit. If states follow each other quickly, only the last one
 * is written.
 */
const DELAY = 400;

const placeOf = (state: State): string => `${sectionOf(state)} ${state.chapter}`;

export class PageAddress {
  #timer = 0;
  /** Section and course step that the URL contains; null if the URL does not belong to the element. */
  #place: string | null = '';
  /** True if the section or course step has no entry in the browser's history yet. */
  #isNewPlace = false;

  /** Sets the section and course step that the URL already contains. */
  startAt(state: State): void {
    this.#place = placeOf(state);
  }

  /** Leaves the URL to a section without the element, which writes it until the next call of `show`. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#place = null;
  }

  /**
   * Writes a state to the URL. For another section or course step, this happens immediately, so that the Back button
   * returns to the previous one.
   */
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
