// Opening sentence, and the same with one word changed, which changes the antecedent of the pronoun.

export const OPENING_SENTENCES: Readonly<Record<'en' | 'zh', readonly [string, string]>> = {
  en: ['The cat sat on the mat because it was tired', 'The cat sat on the mat because it was soft'],
  zh: ['猫坐在椅子上，因为它累了', '猫坐在椅子上，因为它很软'],
};
