// Reads the fixtures (expected numbers) that make_fixtures.py has written with PyTorch, and generates the same inputs.
import { readFileSync } from 'node:fs';
import { lcg } from '../random.mjs';

export { lcg };

const path = (name) => new URL(`../fixtures/${name}`, import.meta.url);

const product = (shape) => shape.reduce((size, dimension) => size * dimension, 1);

const read = new Map();

/** Contents of a fixture, with the arrays of its .f32 file as tensors. */
export function fixture(name) {
  if (!read.has(name)) read.set(name, readFixture(name));
  return read.get(name);
}

function readFixture(name) {
  const meta = JSON.parse(readFileSync(path(`${name}.json`), 'utf8'));
  const bytes = readFileSync(path(`${name}.f32`));
  const floats = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const stored = Object.entries(meta.arrays).map(([key, { offset, shape }]) => [
    key,
    { data: floats.slice(offset, offset + product(shape)), shape },
  ]);
  const made = Object.entries(meta.made).map(([key, [seed, factor, ...shape]]) => [key, lcg(seed, shape, factor)]);
  return { ...meta, arrays: Object.fromEntries([...made, ...stored]) };
}

/** Largest difference between two arrays; Infinity if one contains NaN, or if their lengths differ. */
export function largestDifference(a, b) {
  if (a.length !== b.length) return Infinity;
  let largest = 0;
  for (let i = 0; i < a.length; i++) {
    if (a[i] === b[i]) continue;
    const difference = Math.abs(a[i] - b[i]);
    if (!(difference <= largest)) largest = Number.isNaN(difference) ? Infinity : difference;
  }
  return largest;
}

/** Euclidean distance ‖a − b‖₂ of two arrays; Infinity if their lengths differ. */
export function distance(a, b) {
  if (a.length !== b.length) return Infinity;
  return Math.sqrt(a.reduce((sum, value, i) => sum + (value - b[i]) ** 2, 0));
}
