// Examples of the training tasks "sort" and "reverse": a sequence, a bar, and the same tokens in another order, such as
// "DBCA|ACBD".
import { IGNORED_TARGET, type Example } from './task.js';

/** Number of tokens on each side of the bar. */
export const LENGTH = 8;

/**
 * Creates an example whose targets are the tokens after the bar.
 * @param given tokens before the bar
 * @param bar token of the bar
 * @param wanted tokens after the bar
 */
export function rearranged(given: readonly number[], bar: number, wanted: readonly number[]): Example {
  return {
    inputs: [...given, bar, ...wanted.slice(0, -1)],
    targets: [...given.map(() => IGNORED_TARGET), ...wanted],
  };
}
