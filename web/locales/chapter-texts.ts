// Texts of a step of the course. In `saw`, facts of the step's outcome replace `{name}`.

export interface StepTexts {
  text: readonly string[];
  /** Question before the task, and its answers. */
  predict?: { question: string; answers: readonly string[] };
  /** Instruction. */
  task: string;
  /** Hint after an attempt that does not complete the task. */
  hint?: string;
  /** Outcome, with the numbers of the current run. */
  saw: string;
  /** Main point for lesson plans and notes; needed if every sentence of `saw` contains numbers. */
  point?: string;
}

export interface ChapterTexts {
  title: string;
  steps: readonly StepTexts[];
}
