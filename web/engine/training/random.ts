/**
 * Random number generator sfc32 (Doty-Humphrey, PractRand), with 128 bits of state and an average period of 2^128. Its
 * state can be restored.
 */
export class RandomNumbers {
  /** State of the random number generator: four 32-bit numbers. */
  readonly #state = new Uint32Array(4);

  constructor(seed: number) {
    this.#state.set([seed, Math.floor(seed / 2 ** 32), 0, 1]);
    for (let round = 0; round < 12; ++round) this.next();
  }

  /** Returns the next random number in [0, 1), with 32 random bits. */
  readonly next = (): number => {
    const state = this.#state;
    const [a, b, c, counter] = state as unknown as [number, number, number, number];
    const sum = (a + b + counter) >>> 0;
    state[0] = b ^ (b >>> 9);
    state[1] = c + (c << 3);
    state[2] = ((c << 21) | (c >>> 11)) + sum;
    state[3] = counter + 1;
    return sum / 2 ** 32;
  };

  get state(): readonly number[] {
    return [...this.#state];
  }

  set state(state: readonly number[]) {
    this.#state.set(state);
  }
}
