// Texts of a chapter of the course. `{name}` in a `saw` stands for a fact of the step's outcome.

export interface StepTexts {
  text: readonly string[];
  /** Question before the task, and its answers. */
  predict?: { question: string; answers: readonly string[] };
  /** Instruction. */
  task: string;
  /** Hint after an attempt that does not do the task. */
  hint?: string;
  /** Outcome, with numbers of the current run. */
  saw: string;
  /** Main point for lesson plans and notes, where each sentence of `saw` has numbers. */
  point?: string;
}

export interface ChapterTexts {
  title: string;
  steps: readonly StepTexts[];
}
