// Checks that every fuzz test makes. A finding is a wrong number, an error that is not the library's own, or a call
// that is slow although its arguments are small.

const lengthGetter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Float32Array.prototype), 'length').get;

export class Finding extends Error {}

/** Error that the arguments of a fuzz test throw when they are read; the library may pass it on. */
export class Hostile extends Error {}

export const MAX_MILLISECONDS = 2000;

// Patterns of the library's error messages. Each message names an argument, a part of a file, or an object that has
// been disposed of.
const OURS = [
  /^(?!undefined)\S.*?: (.*: )?(expected|out of memory|not supported|unknown option|its length changed|its bytes|the file)/s,
  /^out of memory: .+ \[[\d, ]+\] needs [\d.e+]+ bytes; expected/,
  /^\S.* is beyond float32: the inputs are too large$/,
  /has been disposed of$/,
  /^no sequence has begun/,
  /^\S.*: expected .*, got /s,
  /^(inProjWeight and outProjWeight|qProjWeight, kProjWeight, vProjWeight): expected/,
];

/**
 * Checks the error of a call.
 * @throws Finding unless the error is one of the library's own
 */
export function expectOurs(error) {
  if (error instanceof Hostile) return;
  const isError = [TypeError, RangeError, Error].some((type) => error?.constructor === type);
  if (!isError) throw new Finding(`a bare throw: ${describe(error)}`);
  if (!OURS.some((form) => form.test(error.message))) throw new Finding(`an error of others: ${error.stack}`);
}

function describe(error) {
  try {
    return error instanceof Error ? `${error.name}: ${error.stack}` : `${typeof error} ${String(error)}`;
  } catch {
    return typeof error;
  }
}

/**
 * Runs a call, and measures its CPU time, which hardly depends on other programs.
 * @returns the result of the call, or the library's error
 */
export async function attempt(call) {
  const start = process.cpuUsage();
  let result;
  try {
    result = { value: await call() };
  } catch (error) {
    expectOurs(error);
    result = { error };
  }
  const { user, system } = process.cpuUsage(start);
  const milliseconds = (user + system) / 1000;
  return { ...result, milliseconds };
}

/**
 * Checks numbers that a call has returned.
 * @throws Finding unless two lists of numbers are equal within `tolerance`, which is relative for numbers above 1
 */
export function expectClose(what, got, expected, tolerance) {
  if (got.length !== expected.length) throw new Finding(`${what}: ${got.length} numbers, not ${expected.length}`);
  for (let at = 0; at < expected.length; at++) {
    if (Object.is(got[at], expected[at]) || got[at] === expected[at]) continue;
    const difference = Math.abs(got[at] - expected[at]);
    if (!(difference <= tolerance * Math.max(1, Math.abs(expected[at])))) {
      throw new Finding(`${what}[${at}]: got ${got[at]}, expected ${expected[at]}`);
    }
  }
}

/**
 * Checks the tensors in a result, at any depth.
 * @throws Finding unless the length of every tensor's data matches its shape, and no number is NaN
 */
export function expectSound(value, path = 'result', depth = 0) {
  if (depth > 4 || typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const { data, shape } = value;
  if (ArrayBuffer.isView(data) && Array.isArray(shape)) {
    const size = shape.reduce((a, b) => a * b, 1);
    const length = lengthGetter.call(data); // an array of the caller that is returned may have a `length` of its own
    if (length !== size) throw new Finding(`${path}: ${length} numbers for [${shape}]`);
    for (let at = 0; at < length; at++) if (Number.isNaN(data[at])) throw new Finding(`${path}[${at}] is NaN`);
    return;
  }
  for (const [name, part] of Object.entries(value)) expectSound(part, `${path}.${name}`, depth + 1);
}
