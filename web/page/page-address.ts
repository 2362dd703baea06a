// Writes the <attention-spotlight> element's state to the URL. Each section, and each step of the course, has an entry
// of its own in the browser's history.
import { addressOf, sectionOf } from './sections/sections.js';
import { languageOf } from '../locales/index.js';
import { writeAddress } from '../element/state/address.js';
import type { State } from '../element/state/properties.js';

/**
 * Minimum time between two changes of the URL, in milliseconds, since browsers limit their number. If the state changes
 * more often, only its last value is written.
 */
const DELAY = 400;

const placeOf = (state: State): string => `${sectionOf(state)} ${state.chapter}`;

export class PageAddress {
  #timer = 0;
  /**
   * Section and course step that the URL names, as text; null while the URL belongs to a section without the
   * <attention-spotlight> element.
   */
  #place: string | null = '';
  /** True if the displayed section or course step has no entry of its own in the browser's history yet. */
  #isNewPlace = false;

  /** Remembers the section and course step of a state that the URL already contains. */
  startAt(state: State): void {
    this.#place = placeOf(state);
  }

  /**
   * Stops writing the URL until the next call of `show`, since a section without the <attention-spotlight> element
   * writes it.
   */
  leave(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#place = null;
  }

  /**
   * Writes a state to the URL, after a delay. A state with another section or course step is written immediately, so
   * that the Back button returns to the previous one.
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
