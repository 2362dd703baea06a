// `import … from 'attention-spotlight/analysis'`: what causes a model's output, beside the weights of its attentions.
export { contributions, type Contributions } from './contributions.js';
export { logitAttribution, type LogitAttribution } from './logit-attribution.js';
export {
  logitLens,
  type LogitLens,
  type LogitLensOfToken,
  type LogitLensOptions,
  type Prediction,
} from './logit-lens.js';
export { scoreAttribution, type ScoreAttribution } from './score-attribution.js';
export type { PerAttention } from './per-attention.js';
export type { Question } from './question.js';
export type { Source } from './stream-sources.js';
