/**
 * Attention patterns that do not depend on the meaning of the text. Their names are used wherever a head's behavior is
 * described.
 */
export type PatternName =
  'previous' | 'next' | 'itself' | 'first' | 'duplicate' | 'induction' | 'word' | 'previousWord' | 'punctuation';

export type PatternNames = Readonly<Record<PatternName, string>>;

export const asLabel = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

type Measures = Readonly<Record<PatternName, { what: string; rule: string }>>;

/** Descriptions of measured heads, one for each pattern. @param rule baseline with which the score is compared */
export function measuredPatterns(names: PatternNames, rule: string): Measures {
  const measures = Object.entries(names).map(([pattern, what]) => [pattern, { what, rule }]);
  return Object.fromEntries(measures) as Measures;
}
