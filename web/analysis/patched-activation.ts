// Activations that can be patched.

/** Patched a token at a time, with all that the vector of a token has. */
const OF_TOKENS = ['residualPre', 'attentionOutput', 'feedForwardOutput'] as const;
/** Patched a head at a time, at all tokens. */
const OF_HEADS = ['headOutput', 'query', 'key', 'value', 'weights'] as const;

export const PATCHED = [...OF_TOKENS, ...OF_HEADS] as const;
export type PatchedActivation = (typeof PATCHED)[number];

export const isByToken = (activation: PatchedActivation): boolean =>
  (OF_TOKENS as readonly string[]).includes(activation);

/** Activations of one run into the other: 'denoise' clean into corrupted, 'noise' corrupted into clean. */
export const DIRECTIONS = ['denoise', 'noise'] as const;
export type Direction = (typeof DIRECTIONS)[number];
