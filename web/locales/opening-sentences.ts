// The opening sentence, and its version with another word that changes the pronoun's antecedent.
import { LOCALES, type Language } from './index.js';
import type { TextLanguage } from '../text/plain-language.js';

const OPENING_SENTENCES: Readonly<Record<TextLanguage, readonly [string, string]>> = {
  en: ['The cat sat on the mat because it was tired', 'The cat sat on the mat because it was soft'],
  zh: ['猫坐在椅子上，因为它累了', '猫坐在椅子上，因为它很软'],
};

/** The two opening sentences for a language of the interface. */
export const openingSentences = (language: Language): readonly [string, string] =>
  OPENING_SENTENCES[LOCALES[language].sentences];
