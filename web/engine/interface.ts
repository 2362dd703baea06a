// The names that `import … from 'attention-spotlight'` gives, besides createEngine.
export { tensor, type Tensor } from './tensor.js';
export { tokenize, type Token } from '../text/tokenize.js';
export type { AttentionOptions, Flags, Mask, ScaledDotProductOptions } from './attention-options.js';
export type { AsyncOptions } from './parallel/task.js';
export type { AttentionGradients, AttentionResult, AttentionTrace } from './attention.js';
export type { Build } from './features.js';
export type { Engine, EngineOptions } from './engine.js';
export type { AttentionKind, HeadTrace, Intervention, LayerTrace, NextPiece, Run, Target } from './run.js';
export type { Failure, HeadDescription, HeadRole, Measure, MeasureName, ModelConfig } from './model-config.js';
export type { ModelFiles } from './model-files.js';
export type { RunOptions, TransformerModel } from './transformer-model.js';
export type {
  MultiheadAttention,
  MultiheadConfig,
  MultiheadGradients,
  MultiheadResult,
  MultiheadTrace,
} from './multihead.js';
export type { UntrainedConfig, UntrainedModel } from './untrained-model.js';
export type { LinearPattern, LowRankPattern, Pattern, RandomFeaturesPattern, SparsePattern } from './pattern.js';
export type { WasmUrl } from './load.js';
export type { XavierOptions } from './initialisation.js';
