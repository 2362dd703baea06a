// SHA-256 (FIPS 180-4) of a file of any size, read part by part. The browser's own function requires all bytes in
// memory at once, and a secure context.
import type { LocalSource } from './reading.js';

const BLOCK = 64; // block size of SHA-256 in bytes
const ROUNDS = 64;
const PART = 2 ** 20; // bytes hashed between pauses for the event loop, some 10 ms

const isPrime = (value: number): boolean => {
  for (let divisor = 2; divisor * divisor <= value; divisor++) if (value % divisor === 0) return false;
  return true;
};
const primes = Array.from({ length: 312 }, (_, at) => at)
  .filter((value) => value > 1 && isPrime(value))
  .slice(0, ROUNDS);

/** Returns the first 32 bits of a number's fractional part, from which SHA-256 derives its constants. */
const fraction = (value: number): number => Math.floor((value % 1) * 2 ** 32) | 0;

const CONSTANTS = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const BEGINNING = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

class Sha256 {
  readonly #state = BEGINNING.slice();
  readonly #words = new Int32Array(ROUNDS);

  /**
   * Adds bytes of the message to the hash.
   * @param bytes whole blocks of 64 bytes
   */
  add(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < bytes.length; at += BLOCK) this.#addBlock(view, at);
  }

  #addBlock(view: DataView, at: number): void {
    const words = this.#words;
    const state = this.#state;
    for (let t = 0; t < 16; t++) words[t] = view.getInt32(at + 4 * t);
    for (let t = 16; t < ROUNDS; t++) {
      const [early, late] = [words[t - 15]!, words[t - 2]!];
      const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      // Each sum is truncated to 32 bits at once: JavaScript engines compute integer sums much faster.
      words[t] = (((words[t - 16]! + s0) | 0) + ((words[t - 7]! + s1) | 0)) | 0;
    }
    let [a, b, c, d] = [state[0]!, state[1]!, state[2]!, state[3]!];
    let [e, f, g, h] = [state[4]!, state[5]!, state[6]!, state[7]!];
    for (let t = 0; t < ROUNDS; t++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const chosen = ((e & f) ^ (~e & g)) | 0;
      const first = (((((h + s1) | 0) + chosen) | 0) + ((CONSTANTS[t]! + words[t]!) | 0)) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    const added = [a, b, c, d, e, f, g, h];
    for (let index = 0; index < added.length; index++) state[index]! += added[index]!;
  }

  get hex(): string {
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

/**
 * Last blocks of a message for SHA-256: the message's last bytes, a one bit, zeros, and the length of the message in
 * bits.
 */
function lastBlocks(rest: Uint8Array, size: number): Uint8Array {
  const padded = new Uint8Array(BLOCK * Math.ceil((rest.length + 9) / BLOCK));
  padded.set(rest);
  padded[rest.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(size) * 8n);
  return padded;
}

export interface HashingOptions {
  signal?: AbortSignal;
  /**
   * Called with the progress of hashing a file.
   * @param share share of the file that has been read, from 0 to 1
   */
  onProgress?: (share: number) => void;
}

/**
 * Computes the SHA-256 hash of a file.
 * @returns 64 hexadecimal digits
 * @throws the signal's reason if aborted, or the browser's error if the file can no longer be read
 */
export async function sha256(file: LocalSource, { signal, onProgress }: HashingOptions = {}): Promise<string> {
  const { size } = file;
  const hash = new Sha256();
  for (let from = 0; from <= size; from += PART) {
    onProgress?.(from / Math.max(1, size));
    const part = await file.read(from, Math.min(from + PART, size));
    signal?.throwIfAborted();
    const isLast = from + PART > size;
    const whole = isLast ? part.length - (part.length % BLOCK) : part.length;
    hash.add(part.subarray(0, whole));
    if (isLast) hash.add(lastBlocks(part.subarray(whole), size));
  }
  return hash.hex;
}
