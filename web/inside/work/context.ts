// Circumstances of a request.

export interface Context<Partial = never> {
  readonly signal: AbortSignal;
  /** @param done the completed share, from 0 to 1 @param partial the result so far */
  readonly report: (done: number, partial?: Partial) => void;
}
