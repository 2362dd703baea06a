// Texts that are loaded with the language of an interface.
import type { Language } from '../locales/index.js';

export class LanguageTexts<Texts> {
  readonly #textsIn: (language: Language) => Promise<Texts>;
  readonly #languageNow: () => Language;
  #current: Texts | null = null;
  /** The language whose texts were asked for last. */
  #language: Language | null = null;
  #loaded: Promise<void> = Promise.resolve();

  constructor(textsIn: (language: Language) => Promise<Texts>, languageNow: () => Language) {
    this.#textsIn = textsIn;
    this.#languageNow = languageNow;
  }

  /** The texts that were loaded last; there are none before `load` is fulfilled. */
  get current(): Texts {
    return this.#current!;
  }

  /** Fulfilled when the texts are those of the language. Where they cannot be loaded, those of the language before stay. */
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
