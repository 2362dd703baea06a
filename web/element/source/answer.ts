// Answers of a model, whose engine may stand in this thread or in a worker: at hand, or on their way. Code that needs one reads
// it as if it were there; where it is not, that code is left, and runs again when the answer has come.

/** A value that is at hand, or comes. */
export type Answer<Value> = Value | Promise<Value>;

/** Methods whose values may come later. */
export type MaybeAsync<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends (...question: infer Question) => infer Value
    ? (...question: Question) => Answer<Value>
    : never;
};

/** Thrown where an answer is read that is on its way. */
export class PendingAnswer extends Error {
  readonly answer: Promise<unknown>;

  constructor(answer: Promise<unknown>) {
    super('an answer of the model is on its way');
    this.answer = answer;
  }
}

/** Functions that return the value of a promise, or throw: PendingAnswer at first, then what it was rejected with. */
const outcomes = new WeakMap<Promise<unknown>, () => unknown>();

function outcomeOf(answer: Promise<unknown>): () => unknown {
  const throwing = (error: unknown) => () => {
    throw error;
  };
  const end = answer.then(
    (value) => void outcomes.set(answer, () => value),
    (error: unknown) => void outcomes.set(answer, throwing(error)),
  );
  const outcome = throwing(new PendingAnswer(end));
  outcomes.set(answer, outcome);
  return outcome;
}

/**
 * The value of an answer that has come.
 * @throws PendingAnswer while it is on its way, and what it was rejected with
 */
export const read = <Value>(answer: Answer<Value>): Value =>
  answer instanceof Promise ? ((outcomes.get(answer) ?? outcomeOf(answer))() as Value) : answer;

/** Goes on with an answer: at once where it is at hand. */
export const andThen = <Value, Next>(answer: Answer<Value>, next: (value: Value) => Answer<Next>): Answer<Next> =>
  answer instanceof Promise ? answer.then(next) : next(answer);

/** Computes a value when it is first asked for, and keeps it; again where it threw, as while an answer is on its way. */
export function once<Value>(compute: () => Value): () => Value {
  let result: { value: Value } | null = null;
  return () => (result ??= { value: compute() }).value;
}

/** The value of a computation as soon as all answers that it reads have come. */
export async function whenArrived<Value>(compute: () => Answer<Value>): Promise<Value> {
  for (;;) {
    try {
      return await compute();
    } catch (error) {
      if (!(error instanceof PendingAnswer)) throw error;
      await error.answer;
    }
  }
}
