// Loader of texts in the current language of the interface.
import type { Language } from '../locales/index.js';

export class LanguageTexts<Texts> {
  readonly #textsIn: (language: Language) => Promise<Texts>;
  readonly #languageNow: () => Language;
  #current: Texts | null = null;
  /** Language for which texts were last requested; null before the first request, and after a failure. */
  #language: Language | null = null;
  #loaded: Promise<void> = Promise.resolve();

  constructor(textsIn: (language: Language) => Promise<Texts>, languageNow: () => Language) {
    this.#textsIn = textsIn;
    this.#languageNow = languageNow;
  }

  /** The texts that were loaded last. They are not available before the promise of `load` is fulfilled. */
  get current(): Texts {
    return this.#current!;
  }

  /** Loads the texts of the current language. If that fails, the texts of the previous language remain. */
  load(): Promise<void> {
    const language = this.#languageNow();
    if (language !== this.#language) {
      this.#language = language;
      this.#loaded = this.#read(language);
    }
    return this.#loaded;
  }

  async #read(language: Language): Promise<void> {
    try {
      const texts = await this.#textsIn(language);
      if (language === this.#languageNow()) this.#current = texts;
    } catch (error) {
      if (this.#current !== null) reportError(error);
      else {
        this.#language = null; // the next call tries again
        throw error;
      }
    }
    if (language !== this.#languageNow()) await this.load();
  }
}
