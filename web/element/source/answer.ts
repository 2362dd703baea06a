/**
 * A result of a model: a value if the engine runs in this thread, or a promise if it runs in a worker. Code reads
 * results synchronously; for a pending result, `read` throws, and the code runs again when the result has arrived.
 */
export type Answer<Value> = Value | Promise<Value>;

/** Type of an object's methods, except that each may return its result as a promise. */
export type MaybeAsync<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends (...question: infer Question) => infer Value
    ? (...question: Question) => Answer<Value>
    : never;
};

/** Thrown by `read` while a result is pending. */
export class PendingAnswer extends Error {
  readonly answer: Promise<unknown>;

  constructor(answer: Promise<unknown>) {
    super('an answer of the model is on its way');
    this.answer = answer;
  }
}

/**
 * For each promise of a result, a function that returns the result or throws the rejection reason; until the promise is
 * settled, the function throws PendingAnswer.
 */
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
 * Returns the value of a result.
 * @throws PendingAnswer while the result is pending; the promise's rejection reason
 */
export const read = <Value>(answer: Answer<Value>): Value =>
  answer instanceof Promise ? ((outcomes.get(answer) ?? outcomeOf(answer))() as Value) : answer;

/** Calls the function `next` with a result once the result is available; synchronously if it already is. */
export const andThen = <Value, Next>(answer: Answer<Value>, next: (value: Value) => Answer<Next>): Answer<Next> =>
  answer instanceof Promise ? answer.then(next) : next(answer);

/** Memoizes a computation. If it throws, for example because a result is pending, the next call tries again. */
export function once<Value>(compute: () => Value): () => Value {
  let result: { value: Value } | null = null;
  return () => (result ??= { value: compute() }).value;
}

/**
 * Repeats a computation until all results that it reads have arrived; the returned promise is fulfilled with its value.
 */
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
