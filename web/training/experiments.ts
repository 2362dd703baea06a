// The experiments “What breaks?”: each changes one setting, and compares the training run with one without the change.
import { defaultSettings, type Settings } from './settings.js';

export const EXPERIMENT_NAMES = ['positions', 'mask', 'scaling', 'rate'] as const;
export type ExperimentName = (typeof EXPERIMENT_NAMES)[number];

export interface Result {
  steps: number;
  loss: number;
  accuracy: number;
  /** Accuracy when each token is predicted from only the tokens before it, as in generation. */
  generated: number;
  /** Training step at which the loss became infinite or NaN; null if it stayed finite. */
  divergedAt: number | null;
}

interface Experiment {
  /** Number of training steps in each of the two runs. */
  steps: number;
  baseline: Settings;
  changed: Settings;
  /** Returns the index of the answer that the two runs have shown to be right. */
  answer: (baseline: Result, changed: Result) => number;
}

const hasLearned = ({ accuracy, divergedAt }: Result): boolean => divergedAt === null && accuracy > 0.9;

function experiment(
  steps: number,
  baseline: Settings,
  change: Partial<Settings>,
  answer: Experiment['answer'],
): Experiment {
  return { steps, baseline, changed: { ...baseline, ...change }, answer };
}

export const EXPERIMENTS: Record<ExperimentName, Experiment> = {
  // Answers to choose from, for a model without positions: it learns as much; about half as much; less.
  positions: experiment(300, defaultSettings('reverse'), { positions: 'none' }, (baseline, changed) =>
    hasLearned(changed) ? 0 : changed.accuracy > baseline.accuracy / 2 ? 1 : 2,
  ),
  // Answers to choose from, for a model without a causal mask: it learns the same; it is right in training but not in
  // generation; it learns nothing.
  mask: experiment(400, defaultSettings('induction'), { causal: false }, (_, changed) =>
    !hasLearned(changed) ? 2 : changed.generated < changed.accuracy / 2 ? 1 : 0,
  ),
  // Answers to choose from, without the division by √d: it makes no difference; training gets stuck; the loss becomes
  // NaN.
  scaling: experiment(
    200,
    { ...defaultSettings('reverse'), numHeads: 1, embedDim: 256 },
    { scaling: false },
    (baseline, changed) => {
      if (changed.divergedAt !== null) return 2;
      return changed.accuracy < baseline.accuracy - 0.1 ? 1 : 0;
    },
  ),
  // Answers to choose from, for a learning rate of 1: it learns faster; it learns nothing.
  rate: experiment(400, defaultSettings('induction'), { learningRate: 1 }, (_, changed) =>
    hasLearned(changed) ? 0 : 1,
  ),
};
