// The opening sentence of the page, and a version of it with another adjective, which makes the pronoun refer to
// another noun.
import { LOCALES, type Language } from './index.js';
import type { TextLanguage } from '../text/plain-language.js';

const OPENING_SENTENCES: Readonly<Record<TextLanguage, readonly [string, string]>> = {
  en: ['The cat sat on the mat because it was tired', 'The cat sat on the mat because it was soft'],
  zh: ['猫坐在椅子上，因为它累了', '猫坐在椅子上，因为它很软'],
};

/** The two versions of the opening sentence for a language of the interface. */
export const openingSentences = (language: Language): readonly [string, string] =>
  OPENING_SENTENCES[LOCALES[language].sentences];
