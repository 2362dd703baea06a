// Names of attention patterns, used everywhere a head's behavior is described. English names take “the”.

/** Attention patterns that do not depend on the meaning of the text. */
export type PatternName =
  'previous' | 'next' | 'itself' | 'first' | 'duplicate' | 'induction' | 'word' | 'previousWord' | 'punctuation';

type Names = Readonly<Record<PatternName, string>>;

export const en: Names = {
  previous: 'previous token',
  next: 'next token',
  itself: 'token itself',
  first: 'first token',
  duplicate: 'same token earlier',
  induction: 'token after the same one',
  word: 'rest of its word',
  previousWord: 'previous word',
  punctuation: 'punctuation',
};

export const zh: Names = {
  previous: '前一个词元',
  next: '后一个词元',
  itself: '词元自身',
  first: '第一个词元',
  duplicate: '前面的相同词元',
  induction: '相同词元的下一个词元',
  word: '同一个词的前面部分',
  previousWord: '前一个词',
  punctuation: '标点',
};

export const asLabel = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

type Measures = Readonly<Record<PatternName, { what: string; rule: string }>>;

/** Descriptions of measured heads, one per pattern. @param rule baseline that the score is compared with */
export function measuredPatterns(names: Names, rule: string): Measures {
  const measures = Object.entries(names).map(([pattern, what]) => [pattern, { what, rule }]);
  return Object.fromEntries(measures) as Measures;
}
