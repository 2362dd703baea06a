// What is shown first, and the same with the other word, which changes what the pronoun means.

export const OPENING_SENTENCES: Readonly<Record<'en' | 'zh', readonly [string, string]>> = {
  en: ['The cat sat on the mat because it was tired', 'The cat sat on the mat because it was soft'],
  zh: ['猫坐在椅子上，因为它累了', '猫坐在椅子上，因为它很软'],
};
