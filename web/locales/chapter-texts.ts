// Texts of a chapter of the course. `{name}` in `saw` is replaced by a fact of the step's outcome.

export interface StepTexts {
  text: readonly string[];
  /** Question before the task, with its answers. */
  predict?: { question: string; answers: readonly string[] };
  /** Instruction. */
  task: string;
  /** Hint after an attempt that does not complete the task. */
  hint?: string;
  /** Outcome, with numbers of the current run. */
  saw: string;
  /** Main point for lesson plans and notes, if every sentence of `saw` contains numbers. */
  point?: string;
}

export interface ChapterTexts {
  title: string;
  steps: readonly StepTexts[];
}
