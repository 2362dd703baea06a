// `import … from 'attention-spotlight/analysis'`: what causes a model's output, beside the weights of its attentions.
export { knockOut, type Effects, type KnockOut, type KnockOutOptions } from './knock-out.js';
export { meanActivations, type MeanActivations, type MeanOptions } from './mean-activations.js';
export {
  patchActivations,
  type PatchedActivation,
  type PatchedActivations,
  type PatchOptions,
} from './patch-activations.js';
export type { AlignedPair } from './alignment.js';
export type { PerAttention, PerStack } from './per-attention.js';
export type { Question } from './question.js';
export type { AnalyzedText } from './texts.js';
