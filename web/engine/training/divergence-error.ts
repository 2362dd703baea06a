/**
 * Error that is thrown if the loss or the gradient of a training step is not finite, or the updated weights yield no
 * finite results. The step is not applied: the trainer's weights, optimizer and batch state are unchanged.
 */
export class DivergenceError extends Error {
  override readonly name = 'DivergenceError';
  /** Number of the training step that was not applied. */
  readonly step: number;

  /**
   * `instanceof` compares the error's name, so that it recognizes errors of a trainer that was bundled with another
   * copy of this class.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'DivergenceError';
  }

  constructor(step: number, message: string) {
    super(message);
    this.step = step;
  }
}
