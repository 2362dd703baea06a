// Numbers in place of an output that is knocked out: the mean over the reading set, or zeros.
export const REPLACEMENTS = ['mean', 'zero'] as const;
export type ReplacementKind = (typeof REPLACEMENTS)[number];
