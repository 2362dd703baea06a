// What heads attend to: the one name that each such pattern has, wherever it is written.

/** What a head may attend to, whatever the text says. */
export type PatternName =
  'previous' | 'next' | 'itself' | 'first' | 'duplicate' | 'induction' | 'word' | 'previousWord' | 'punctuation';

export type PatternNames = Readonly<Record<PatternName, string>>;

/** A name at the head of a line, as in a list to choose from. */
export const asLabel = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

type Measures = Readonly<Record<PatternName, { what: string; rule: string }>>;

/** What is said of a head that was measured to attend to it. @param rule what the score is compared with */
export function measuredPatterns(names: PatternNames, rule: string): Measures {
  const measures = Object.entries(names).map(([pattern, what]) => [pattern, { what, rule }]);
  return Object.fromEntries(measures) as Measures;
}
