// Numbers in place of an output that is knocked out: the mean over the reading set, zeros, or the output for the second sentence.
export const REPLACEMENTS = ['mean', 'zero', 'resample'] as const;
export type ReplacementKind = (typeof REPLACEMENTS)[number];
