// Texts of a course step. In the text `saw`, each `{name}` is replaced by a number or word about the outcome.

export interface StepTexts {
  text: readonly string[];
  /** Question that asks the learner for a prediction before the task, and its possible answers. */
  predict?: { question: string; answers: readonly string[] };
  /** Instruction for the task that completes the step. */
  task: string;
  /** Hint for a learner whose attempt has not completed the task. */
  hint?: string;
  /** Text that states the outcome of the task, with numbers of the current run. */
  saw: string;
  /** Main point of the step for lesson plans and notes; required if every sentence of `saw` contains numbers. */
  point?: string;
}

export interface ChapterTexts {
  title: string;
  steps: readonly StepTexts[];
}
