// The error of a diverging training step.

/**
 * The loss or the gradient of a step is not finite, or nothing finite comes of the weights after it. The step was not taken:
 * the trainer, with its weights, its optimizer and the state of its batches, is as before it.
 */
export class DivergenceError extends Error {
  override readonly name = 'DivergenceError';
  /** The step that was not taken. */
  readonly step: number;

  /** True also for an error of a trainer whose file contains another copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'DivergenceError';
  }

  constructor(step: number, message: string) {
    super(message);
    this.step = step;
  }
}
