// What each attention of a model attends from and to, and its options.
import { DEFAULT_OPTIONS, type CheckedOptions } from '../attention/attention-options.js';
import type { AttentionType } from './head-ref.js';
import type { ResolvedIntervention } from './intervention.js';
import type { Tensor } from '../core/tensor.js';

/** The result of encoding: the inputs of each layer's attention, and the encoder's output, each [tokens, embedDim]. */
export interface EncoderState {
  inputs: readonly Tensor[];
  output: Tensor;
}

/** The result of decoding: the inputs of each layer's attentions, each [decoded tokens, embedDim]. */
export interface DecoderState {
  selfInputs: readonly Tensor[];
  crossInputs: readonly Tensor[];
}

/** The inputs of one attention, [queries, embedDim] and [keys, embedDim], and its options. */
export interface AttentionInput {
  query: Tensor;
  key: Tensor;
  /** The position of the first query. Default 0. */
  first?: number;
  options: CheckedOptions;
}

export const encoderOptions = ({ causal, scale, encoderMask }: ResolvedIntervention): CheckedOptions => ({
  ...DEFAULT_OPTIONS,
  isCausal: causal,
  scale,
  mask: encoderMask,
});

export const decoderOptions = ({ scale }: ResolvedIntervention): CheckedOptions => ({
  ...DEFAULT_OPTIONS,
  isCausal: true,
  scale,
});

export const crossOptions = ({ scale, crossMask }: ResolvedIntervention): CheckedOptions => ({
  ...DEFAULT_OPTIONS,
  scale,
  mask: crossMask,
});

/** Of the last query alone, which attends to all until then. */
export const lastQueryOptions = ({ scale }: ResolvedIntervention): CheckedOptions => ({ ...DEFAULT_OPTIONS, scale });

/** @param decoder called where the attention is of the decoder */
export function attentionInput(
  attention: AttentionType,
  layer: number,
  encoder: EncoderState | null,
  decoder: () => DecoderState,
  intervention: ResolvedIntervention,
): AttentionInput {
  if (attention === 'encoder') {
    const input = encoder!.inputs[layer]!;
    return { query: input, key: input, options: encoderOptions(intervention) };
  }
  const { selfInputs, crossInputs } = decoder();
  if (attention === 'decoder') {
    const input = selfInputs[layer]!;
    return { query: input, key: input, options: decoderOptions(intervention) };
  }
  return { query: crossInputs[layer]!, key: encoder!.output, options: crossOptions(intervention) };
}
