// `import … from 'attention-spotlight/analysis'`: what causes a model's output, beside the weights of its attentions.
export type { Question } from './question.js';
