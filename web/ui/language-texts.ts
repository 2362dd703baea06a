// Texts that are loaded with the language of an interface.
import type { Language } from '../locales/index.js';

export class LanguageTexts<Texts> {
  readonly #load: (language: Language) => Promise<Texts>;
  readonly #languageNow: () => Language;
  #texts: Texts | null = null;
  /** The latest language whose texts were asked for. */
  #language: Language | null = null;

  constructor(load: (language: Language) => Promise<Texts>, languageNow: () => Language) {
    this.#load = load;
    this.#languageNow = languageNow;
  }

  /** The texts that were loaded last; there are none before `load` is fulfilled. */
  get current(): Texts {
    return this.#texts!;
  }

  /** Fulfilled when the texts are those of the language. Where they cannot be loaded, those of the language before stay. */
  async load(): Promise<void> {
    while (this.#language !== this.#languageNow()) {
      const language = (this.#language = this.#languageNow());
      try {
        const texts = await this.#load(language);
        if (language === this.#language) this.#texts = texts;
      } catch (error) {
        if (this.#texts === null) {
          this.#language = null;
          throw error;
        }
        reportError(error);
      }
    }
  }
}
