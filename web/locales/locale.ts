// Interface of a language: the texts that every page needs immediately, and functions that load the others.
import type { Cards } from './en/cards.js';
import type { Details } from './en/details.js';
import type { Glossary } from './glossary.js';
import type { Messages } from './en/element.js';
import type { TextLanguage } from '../text/plain-language.js';

export interface Locale {
  /** Name of the language in the language itself. */
  name: string;
  /** Label of the button that switches to this language. */
  switchTo: string;
  /** Language of the sentence that is shown initially, which must be a language of the default model. */
  sentences: TextLanguage;
  /** Error message if the interface's texts in this language cannot be loaded. */
  textsFailed: (message: string) => string;
  loadMessages: () => Promise<Messages>;
  /** Loads the texts that only a few views need. */
  loadDetails: () => Promise<Details>;
  loadCards: () => Promise<Cards>;
  loadGlossary: () => Promise<Glossary>;
}
