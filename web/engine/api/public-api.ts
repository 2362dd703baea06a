// Exports of the package's main entry, 'attention-spotlight', except createEngine.
export { configure, type FileLocations } from '../package-files.js';
export { costOf, COST_STEPS, type Cost, type CostOptions, type CostStep } from '../analysis/cost.js';
export {
  alibiMask,
  learnedPositions,
  rotaryPositions,
  sinusoidalPositions,
  type RotaryOptions,
} from '../attention/positions.js';
export { softmaxJacobian, type Saturation, type SaturationOptions } from '../analysis/saturation.js';
export {
  fromHalfPrecision,
  fromInt8PerRow,
  toHalfPrecision,
  toInt8PerRow,
  type HalfTensor,
  type Int8Tensor,
} from '../core/precision.js';
export { attentionRollout, meanOfHeads } from '../analysis/rollout.js';
export { tensor, type Tensor, type TensorInput } from '../core/tensor.js';
export type { Nested } from '../core/nested.js';
export { tokenize, type Token } from '../../text/tokenize.js';
export type { WordFeatures } from '../../text/word-features.js';
export type { AttentionOptions, ScaledDotProductOptions, WithWeights } from '../attention/attention-options.js';
export type { FilesUrl } from '../core/urls.js';
export { flags, type NestedFlags } from '../attention/flags.js';
export type { Flags, Mask } from '../attention/mask.js';
export type { AsyncOptions } from '../core/async-options.js';
export type { OutOption } from '../core/output-buffer.js';
export type { AttentionGradients, AttentionResult, AttentionTrace } from '../attention/attention.js';
export type { Build } from '../runtime/wasm-features.js';
export type { EngineOptions } from './create-engine.js';
export type { Engine } from './engine.js';
export type {
  AttentionType,
  HeadRef,
  HeadTrace,
  LayerTrace,
  ModelParts,
  Run,
  Target,
  TokenCandidate,
} from '../transformer/run.js';
export type { StackDescription, TransformerDescription } from '../transformer/description.js';
export type {
  Calibration,
  Failure,
  HeadDescription,
  HeadRole,
  Measure,
  MeasureName,
  ModelConfig,
} from '../transformer/model-config.js';
export type { Model } from '../transformer/model.js';
export type { ParameterInfo } from '../parameters/parameter-info.js';
export type { ActivationDimension, ActivationInfo, Selection } from '../transformer/activations.js';
export type { Intervention, Scope } from '../transformer/intervention.js';
export type { Replacement } from '../transformer/replacement.js';
export type { ModelFiles } from '../translator/model-files.js';
export type { TranslatorFiles } from '../translator/load-model.js';
export { DivergenceError } from '../training/divergence-error.js';
export type {
  BatchSource,
  Evaluation,
  OptimizerOptions,
  StepReport,
  TrainedModelOptions,
  Trainer,
  TrainerConfig,
  TrainerModel,
  TrainingBatch,
} from '../training/trainer.js';
export type {
  TransformerLayer,
  TransformerLayerConfig,
  TransformerLayerOptions,
} from '../transformer/transformer-layer.js';
export type { RunOptions, TransformerModel } from '../translator/transformer-model.js';
export type { Candidate } from '../pretrained/candidates.js';
export type { PretrainedRun } from '../pretrained/pretrained-run.js';
export type { FamilyName } from '../pretrained/families/index.js';
export type { ImageFormat } from '../pretrained/patches.js';
export type { ImageInput, RgbaImage } from '../pretrained/image-tokenizer.js';
export type { BytePairTokenizer, ModelAddress, PretrainedFiles, PretrainedOptions } from '../pretrained/load.js';
export type { GeneratedToken, GenerateOptions } from '../pretrained/generate.js';
export type { EarlierRun, PretrainedModel, PretrainedRunOptions } from '../pretrained/pretrained-model.js';
export type { ModelInput, ModelToken } from '../pretrained/subword-tokenizer.js';
export type { SamplingOptions } from '../pretrained/sampling.js';
export type { MultiheadAttention, MultiheadGradients, MultiheadResult } from '../attention/multihead.js';
export type { MultiheadConfig } from '../attention/multihead-config.js';
export type { MultiheadTrace } from '../attention/multihead-trace.js';
export type { UntrainedConfig, UntrainedModel } from '../transformer/untrained-model.js';
export type {
  AttentionVariant,
  LinearVariant,
  LinformerVariant,
  PerformerVariant,
} from '../attention/attention-variant.js';
export type { SparsePattern } from '../attention/sparse-pattern.js';
export type { XavierOptions } from '../transformer/initialization.js';
