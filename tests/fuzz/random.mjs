// Random numbers of a case: a function of the seed, the attack and the number of the case alone, so that any case can be
// run again by itself.

/** FNV-1a. */
function hash(text) {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

export class Random {
  #state;

  constructor(seed, attack, index) {
    this.#state = hash(`${seed} ${attack} ${index}`);
    for (let skip = 0; skip < 3; skip++) this.unit();
  }

  /** Uniform in [0, 1): mulberry32. */
  unit() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from `min` to `max`. */
  int(min, max) {
    return min + Math.floor(this.unit() * (max - min + 1));
  }

  chance(probability) {
    return this.unit() < probability;
  }

  pick(values) {
    return values[this.int(0, values.length - 1)];
  }

  /** A tensor of numbers in ±magnitude. */
  tensor(shape, magnitude = 2) {
    const data = new Float32Array(shape.reduce((a, b) => a * b, 1));
    for (let at = 0; at < data.length; at++) data[at] = (2 * this.unit() - 1) * magnitude;
    return { data, shape };
  }

  /** Flags, 1 with this probability. */
  flags(shape, probability = 0.5) {
    const data = new Uint8Array(shape.reduce((a, b) => a * b, 1));
    for (let at = 0; at < data.length; at++) data[at] = Number(this.chance(probability));
    return { data, shape };
  }
}
