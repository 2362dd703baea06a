// Defines a result that the page gets from the worker: the request that computes it, and how the argument of the
// request follows from the state.
import { isPatch } from './interventions.js';
import type { Answer } from './work/answer.js';
import type { AttentionType } from '../engine/transformer/head-ref.js';
import type { Client } from './work/client.js';
import type { HeadsOf, Opened } from './opened.js';
import type { Inspected } from './work/inspected.js';
import type { InsideState } from './state.js';
import type { Question } from '../analysis/index.js';
import type { Running, Task } from './task.js';

/** State of the page from which the arguments of requests to the worker are derived. */
export interface Inputs {
  readonly state: InsideState;
  readonly question: Required<Question> | null;
  /** Answer to the question about the model's prediction. It has arrived before any argument is derived. */
  readonly answer: Task<Answer>;
  readonly opened: Opened | null;
  readonly heads: readonly HeadsOf[];
  queryAt(attention: AttentionType): number;
  result<Value>(of: Computation<Value>): Task<Value>;
}

interface Options {
  /** True if the previous result stays on the page until the next one arrives. */
  readonly keeps?: boolean;
  /** True if the result depends on the model only, and not on the text. */
  readonly isOfModel?: boolean;
  /** True if the arguments of other requests depend on this result, so that they wait for it. */
  readonly isNeeded?: boolean;
}

export interface Computation<Value> extends Options {
  readonly name: string;
  /** Argument of the request to the worker; null if there is nothing to compute in this state. */
  argumentOf(inputs: Inputs): unknown;
  compute(client: Client, argument: unknown, running: Running<Value>): Promise<Value>;
}

/** Type of the functions by which the worker handles requests. */
type Request = (inspected: Inspected, argument: never, context: never) => unknown;

/**
 * Defines the result of one request to the worker.
 * @param name name of the request, and of the result
 */
export const computation = <Requested extends Request>(
  name: string,
  argumentOf: (inputs: Inputs) => Parameters<Requested>[1] | null,
  options: Options = {},
): Computation<Awaited<ReturnType<Requested>>> => ({
  ...options,
  name,
  argumentOf,
  compute: (client, argument, running) =>
    client.send(name, argument, running) as Promise<Awaited<ReturnType<Requested>>>,
});

/** String that identifies the inputs of a result: the result is computed again when the string changes. */
export function keyOf({ isOfModel }: Options, { state }: Pick<Inputs, 'state'>, argument: unknown): string {
  const { model, text, second, interventions, other } = state;
  return JSON.stringify(
    isOfModel ? model : [text, second, interventions, interventions.some(isPatch) && other, argument],
  );
}

/**
 * Argument of requests whose results are sums of contributions to a logit: the question. Null for a masked language
 * model, whose logits are not a sum of contributions because of its non-linear output head.
 */
export const linearQuestion = ({ question, opened }: Inputs): { question: Required<Question> } | null =>
  question && opened?.facts.predicts !== 'masked' ? { question } : null;
