// The module 'attention-spotlight/analysis', whose functions explain a model's output by more than its attention
// weights.
export { attentionWeights, type AttentionWeights } from './attention-weights.js';
export { contributions, type Contributions } from './contributions.js';
export { exportResult, type ExportFormat, type ExportOptions } from './export/export-result.js';
export type { AnalysisResult } from './export/definitions.js';
export type { ExportedModel } from './export/model-facts.js';
export { headScores, type HeadScore, type HeadScores, type HeadScoresOptions } from './head-scores/head-scores.js';
export { knockOut, type Effects, type KnockOut, type KnockOutOptions } from './knock-out.js';
export { logitAttribution, type LogitAttribution } from './attribution/logit-attribution.js';
export {
  logitLens,
  type LogitLens,
  type LogitLensOfToken,
  type LogitLensOptions,
  type Prediction,
} from './logit-lens.js';
export { meanActivations, type MeanActivations, type MeanOptions } from './mean-activations.js';
export { patchActivations, type PatchedActivations, type PatchOptions } from './patch-activations.js';
export type { PatchedActivation } from './patched-activation.js';
export { pathAttribution, type PathAttribution } from './attribution/path-attribution.js';
export { scoreAttribution, type ScoreAttribution } from './attribution/score-attribution.js';
export type { Analyzed, AnalyzedInput, AnalyzedRun, AnalysisName } from './circumstances.js';
export type { AlignedPair } from './alignment.js';
export type { HeadRoleName, RoleScore } from './head-scores/collected-scores.js';
export type { Score } from './head-scores/mean-score.js';
export type { PerAttention, PerStack } from './per-attention.js';
export type { Question } from './question.js';
export type { Source } from './stream-sources.js';
export type { AnalyzedText } from './texts.js';
