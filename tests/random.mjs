/**
 * Next state of the random generator that all tests use: the linear congruential generator of Numerical Recipes, which
 * the Python code of the fixtures also implements.
 */
export const nextState = (state) => (Math.imul(1664525, state) + 1013904223) >>> 0;

const sizeOf = (shape) => shape.reduce((size, dimension) => size * dimension, 1);

/** Tensor of random numbers in ±√3 · factor, with mean 0 and standard deviation `factor`. */
export function lcg(seed, shape, factor = 1) {
  const data = new Float32Array(sizeOf(shape));
  let state = seed >>> 0;
  for (let i = 0; i < data.length; i++) {
    state = nextState(state);
    data[i] = Math.fround(Math.fround((state / 2 ** 31 - 1) * Math.sqrt(3)) * Math.fround(factor));
  }
  return { data, shape };
}

function hash(text) {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/**
 * Random choices for one case of a fuzz test. They depend only on the seed, the name of the test and the number of the
 * case, so that any case can be repeated alone.
 */
export class Random {
  #state;

  constructor(seed, attack, index) {
    this.#state = hash(`${seed} ${attack} ${index}`);
    for (let skip = 0; skip < 3; skip++) this.unit();
  }

  /** Random number, uniformly distributed in [0, 1). */
  unit() {
    this.#state = nextState(this.#state);
    return this.#state / 2 ** 32;
  }

  int(min, max) {
    return min + Math.floor(this.unit() * (max - min + 1));
  }

  chance(probability) {
    return this.unit() < probability;
  }

  pick(values) {
    return values[this.int(0, values.length - 1)];
  }

  tensor(shape, magnitude = 2) {
    const data = new Float32Array(sizeOf(shape));
    for (let at = 0; at < data.length; at++) data[at] = (2 * this.unit() - 1) * magnitude;
    return { data, shape };
  }

  /** Random flags, each of which is 1 with this probability. */
  flags(shape, probability = 0.5) {
    const data = new Uint8Array(sizeOf(shape));
    for (let at = 0; at < data.length; at++) data[at] = Number(this.chance(probability));
    return { data, shape };
  }
}
