// What a trainer throws where training has come to an end.

/** The loss or the gradient of a step is not finite; the weights are those before it. */
export class DivergenceError extends Error {
  override readonly name = 'DivergenceError';
  /** The step that was not taken. */
  readonly step: number;

  constructor(step: number, message: string) {
    super(message);
    this.step = step;
  }
}
