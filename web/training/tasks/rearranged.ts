// Sequences that are followed by the same tokens in another order, "DBCA|ACBD" reversed: sort and reverse.
import { UNCOUNTED, type Example } from './task.js';

/** Tokens before the bar, and after it. */
export const LENGTH = 8;

/**
 * @param given the tokens before the bar
 * @param bar the token between them
 * @param wanted the tokens after it
 */
export function rearranged(given: readonly number[], bar: number, wanted: readonly number[]): Example {
  return {
    inputs: [...given, bar, ...wanted.slice(0, -1)],
    targets: [...given.map(() => UNCOUNTED), ...wanted],
  };
}
