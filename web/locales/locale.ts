// A language of the interface: texts that are imported statically, and functions that load the other texts.
import type { Cards } from './en/cards.js';
import type { Details } from './en/details.js';
import type { Glossary } from './glossary.js';
import type { Messages } from './en/element.js';
import type { TextLanguage } from '../text/plain-language.js';

export interface Locale {
  /** Native name of the language. */
  name: string;
  /** Label of the button that switches to the language. */
  switchTo: string;
  /** Language of the initial sentences, which must be a language of the default model. */
  sentences: TextLanguage;
  /** Message shown if the other texts cannot be loaded. */
  textsFailed: (message: string) => string;
  loadMessages: () => Promise<Messages>;
  /** Loads texts that few views need. */
  loadDetails: () => Promise<Details>;
  /** Loads the model cards. */
  loadCards: () => Promise<Cards>;
  /** Loads the explanations of terms. */
  loadGlossary: () => Promise<Glossary>;
}
