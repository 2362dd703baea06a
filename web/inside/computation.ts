// A result that views show: the request that computes it, and the argument of that request in the current state.
import { isPatch } from './interventions.js';
import type { Answer } from './work/answer.js';
import type { AttentionType } from '../engine/transformer/head-ref.js';
import type { Client } from './work/client.js';
import type { HeadsOf, Opened } from './opened.js';
import type { Inspected } from './work/inspected.js';
import type { InsideState } from './state.js';
import type { Question } from '../analysis/index.js';
import type { Running, Task } from './task.js';

/** What arguments are made of. */
export interface Inputs {
  readonly state: InsideState;
  readonly question: Required<Question> | null;
  /** The answer is known. */
  readonly answer: Task<Answer>;
  readonly opened: Opened | null;
  readonly heads: readonly HeadsOf[];
  queryAt(attention: AttentionType): number;
  result<Value>(of: Computation<Value>): Task<Value>;
}

interface Options {
  /** True if the previous result stays until the next one has come. */
  readonly keeps?: boolean;
  /** True if it depends on the model alone. */
  readonly isOfModel?: boolean;
  /** True if the arguments of other results depend on it. */
  readonly isNeeded?: boolean;
}

export interface Computation<Value> extends Options {
  readonly name: string;
  /** Null: there is nothing to compute. */
  argumentOf(inputs: Inputs): unknown;
  compute(client: Client, argument: unknown, running: Running<Value>): Promise<Value>;
}

/** A function of the worker. */
type Request = (inspected: Inspected, argument: never, context: never) => unknown;

/** The result of a request. @param name of the request */
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

/** Says when a result has to be computed again: its run, or its model, or its argument are others. */
export function keyOf({ isOfModel }: Options, { state }: Pick<Inputs, 'state'>, argument: unknown): string {
  const { model, text, second, interventions, other } = state;
  return JSON.stringify(
    isOfModel ? model : [text, second, interventions, interventions.some(isPatch) && other, argument],
  );
}

/** The question, for results that are sums: the head of a model that predicts masked tokens is not linear. */
export const linearQuestion = ({ question, opened }: Inputs): { question: Required<Question> } | null =>
  question && opened?.facts.predicts !== 'masked' ? { question } : null;
