// A language of the interface: what of it is there from the beginning, and where its texts are.
import type { Cards } from './en/cards.js';
import type { Details } from './en/details.js';
import type { Glossary } from './glossary.js';
import type { Messages } from './en/element.js';
import type { TextLanguage } from '../text/plain-language.js';

export interface Locale {
  /** Name of the language in itself, as the page offers it. */
  name: string;
  /** Label of the button that changes to it. */
  switchTo: string;
  /** The language of the sentences that it begins with: one that the default model knows. */
  sentences: TextLanguage;
  /** Text in place of all others where they cannot be loaded. */
  textsFailed: (message: string) => string;
  loadMessages: () => Promise<Messages>;
  /** Loads the texts that few views need. */
  loadDetails: () => Promise<Details>;
  /** Loads the model cards. */
  loadCards: () => Promise<Cards>;
  /** Loads the explanations of terms. */
  loadGlossary: () => Promise<Glossary>;
}
