// The names that `import … from 'attention-spotlight'` gives, besides createEngine.
export { costOf, COST_STEPS, type Cost, type CostOptions, type CostStep } from './cost.js';
export { alibiMask, learnedPositions, rotaryPositions, sinusoidalPositions, type RotaryOptions } from './positions.js';
export { HAND_STEPS, type HandOptions, type HandStep, type HandSteps, type WrongCell } from './by-hand.js';
export { softmaxJacobian, type Saturation, type SaturationOptions } from './saturation.js';
export {
  fromHalfPrecision,
  fromInt8PerRow,
  toHalfPrecision,
  toInt8PerRow,
  type HalfTensor,
  type Int8Tensor,
} from './precision.js';
export { attentionRollout, meanOfHeads } from './rollout.js';
export { tensor, type Tensor } from './tensor.js';
export { tokenize, type Token } from '../text/tokenize.js';
export type { AttentionOptions, Flags, Mask, ScaledDotProductOptions } from './attention-options.js';
export type { AsyncOptions } from './parallel/task.js';
export type { OutOption } from './out.js';
export type { AttentionGradients, AttentionResult, AttentionTrace } from './attention.js';
export type { Build } from './features.js';
export type { Engine, EngineOptions } from './engine.js';
export type { AttentionKind, HeadAddress, HeadTrace, Intervention, LayerTrace, NextPiece, Run, Target } from './run.js';
export type { Failure, HeadDescription, HeadRole, Measure, MeasureName, ModelConfig } from './model-config.js';
export type { ModelFiles } from './model-files.js';
export type { TransformerLayer, TransformerLayerConfig, TransformerLayerOptions } from './transformer-layer.js';
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
