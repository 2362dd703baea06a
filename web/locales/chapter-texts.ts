// Texts of a course step. In `saw`, facts of the outcome replace each `{name}`.

export interface StepTexts {
  text: readonly string[];
  /** The question before the task, and its possible answers. */
  predict?: { question: string; answers: readonly string[] };
  /** Instruction for the learner. */
  task: string;
  /** Hint after an attempt that does not complete the task. */
  hint?: string;
  /** The outcome, with numbers of the current run. */
  saw: string;
  /** Main point of the step, for lesson plans and notes; needed if every sentence of `saw` contains numbers. */
  point?: string;
}

export interface ChapterTexts {
  title: string;
  steps: readonly StepTexts[];
}
