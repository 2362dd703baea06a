// Sequences that are followed by the same tokens in another order, "DBCA|ACBD" reversed: sort and reverse.
import { drawn } from './random.js';
import { UNCOUNTED, type Example, type Random } from './task.js';

/** Tokens before the bar, and after it. */
export const LENGTH = 8;

/**
 * @param bar the token between them, after the last of the symbols
 * @param rearrange gives the tokens after the bar
 */
export function rearranged(bar: number, random: Random, rearrange: (tokens: number[]) => number[]): Example {
  const given = drawn(LENGTH, bar, random);
  const wanted = rearrange(given);
  return {
    inputs: [...given, bar, ...wanted.slice(0, -1)],
    targets: [...given.map(() => UNCOUNTED), ...wanted],
  };
}
