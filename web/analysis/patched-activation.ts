/** Names of the activations that are patched one token at a time, as whole vectors. */
const OF_TOKENS = ['residualPre', 'attentionOutput', 'feedForwardOutput'] as const;
/** Names of the activations that are patched one head at a time, at all tokens. */
const OF_HEADS = ['headOutput', 'query', 'key', 'value', 'weights'] as const;

export const PATCHED = [...OF_TOKENS, ...OF_HEADS] as const;
export type PatchedActivation = (typeof PATCHED)[number];

export const isByToken = (activation: PatchedActivation): boolean =>
  (OF_TOKENS as readonly string[]).includes(activation);

/**
 * Directions of patching: 'denoise' copies activations of the clean run into the corrupted run, 'noise' those of the
 * corrupted run into the clean run.
 */
export const DIRECTIONS = ['denoise', 'noise'] as const;
export type Direction = (typeof DIRECTIONS)[number];
