/**
 * Names of attention patterns that do not depend on the meaning of the text. They are used wherever a head's behavior
 * is described.
 */
export type PatternName =
  'previous' | 'next' | 'itself' | 'first' | 'duplicate' | 'induction' | 'word' | 'previousWord' | 'punctuation';

export type PatternNames = Readonly<Record<PatternName, string>>;

export const asLabel = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

type Measures = Readonly<Record<PatternName, { what: string; rule: string }>>;

/**
 * Texts of the model card about the measures of attention patterns.
 * @param rule name of the simple rule with which a head's score is compared
 */
export function measuredPatterns(names: PatternNames, rule: string): Measures {
  const measures = Object.entries(names).map(([pattern, what]) => [pattern, { what, rule }]);
  return Object.fromEntries(measures) as Measures;
}
