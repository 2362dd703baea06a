// Random sampling for the training tasks, based on uniform random numbers in [0, 1).
import type { Random } from './task.js';

/** Random integer from 0 to end − 1. */
export const below = (end: number, random: Random): number => Math.floor(random() * end);

export const drawn = (count: number, end: number, random: Random): number[] =>
  Array.from({ length: count }, () => below(end, random));

/** `count` distinct integers from 0 to end − 1, in random order (Fisher–Yates shuffle). */
export function distinct(count: number, end: number, random: Random): number[] {
  const numbers = Array.from({ length: end }, (_, number) => number);
  for (let at = 0; at < count; at++) {
    const other = at + below(end - at, random);
    [numbers[at], numbers[other]] = [numbers[other]!, numbers[at]!];
  }
  return numbers.slice(0, count);
}

/**
 * Generator of random numbers from a seed (mulberry32), for the test sequences. They are the same in every training
 * run, whatever its own seed.
 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
