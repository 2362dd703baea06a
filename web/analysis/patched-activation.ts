/** Activations that are patched one token at a time, as whole vectors. */
const OF_TOKENS = ['residualPre', 'attentionOutput', 'feedForwardOutput'] as const;
/** Activations that are patched one head at a time, at all tokens. */
const OF_HEADS = ['headOutput', 'query', 'key', 'value', 'weights'] as const;

export const PATCHED = [...OF_TOKENS, ...OF_HEADS] as const;
export type PatchedActivation = (typeof PATCHED)[number];

export const isByToken = (activation: PatchedActivation): boolean =>
  (OF_TOKENS as readonly string[]).includes(activation);

/** Direction of patching: 'denoise' patches clean into corrupted, 'noise' corrupted into clean. */
export const DIRECTIONS = ['denoise', 'noise'] as const;
export type Direction = (typeof DIRECTIONS)[number];
