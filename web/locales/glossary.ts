/**
 * Types of the glossary: terms that course, element and docs explain in place. The explanations are in each language's
 * glossary.ts.
 */
interface Term {
  /**
   * Step of the course that introduces the term, as 'chapter.step'. In that step, the term is not explained by a note.
   */
  step?: string;
  /** URL of the paper that introduced the term, or of the term's page in PyTorch's documentation. */
  source: string;
}

const paper = (number: string): string => `https://arxiv.org/abs/${number}`;
const pytorch = (name: string): string => `https://docs.pytorch.org/docs/stable/generated/torch.${name}.html`;

export const TERMS = {
  softmax: { step: 'softmax.1', source: pytorch('nn.Softmax') },
  bias: { step: 'scores.2', source: pytorch('nn.Linear') },
  embedding: { source: pytorch('nn.Embedding') },
  encoder: { step: 'cross.1', source: paper('1706.03762') },
  decoder: { step: 'masks.2', source: paper('1706.03762') },
  residual: { step: 'block.1', source: paper('1512.03385') },
  feedForward: { step: 'block.2', source: paper('1706.03762') },
  layerNorm: { step: 'block.2', source: paper('1607.06450') },
  rmsNorm: { source: paper('1910.07467') },
  variance: { step: 'softmax.4', source: pytorch('var') },
  standardDeviation: { step: 'block.2', source: pytorch('std') },
  gradient: { step: 'softmax.4', source: pytorch('autograd.backward') },
  entropy: { step: 'softmax.4', source: pytorch('special.entr') },
  nat: { source: pytorch('nn.CrossEntropyLoss') },
  uniform: { source: pytorch('nn.functional.softmax') },
  rollout: { source: paper('2005.00928') },
  topP: { source: paper('1904.09751') },
} as const satisfies Readonly<Record<string, Term>>;

export type TermName = keyof typeof TERMS;

export interface TermTexts {
  /** Spellings of the term that texts use, the usual one first. */
  words: readonly [string, ...string[]];
  /** Explanation of the term in one sentence. */
  says: string;
}

export interface Glossary {
  terms: Readonly<Record<TermName, TermTexts>>;
  /** Label of the link in a term's note to the course step that introduces the term. */
  step: string;
  /** Label of the link in a term's note to the term's source, a paper or PyTorch's documentation. */
  source: string;
}
