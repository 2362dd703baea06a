// Argument checks. Every error names the argument, the expected and the actual value. A check returns a copy of its
// input and reads each part once, so that the caller's getters and proxies cannot change it afterwards.

const MAX_KEYS_SHOWN = 8;
/** Maximum number of elements of an array, unless a check states another. */
const MAX_ARRAY = 2 ** 24;

/** Maximum number of tensor dimensions. */
export const MAX_RANK = 32;
/** Maximum embedding size of a layer; also the maximum number of heads and of random features. */
export const MAX_EMBED_DIM = 16_384;
export const MAX_LAYERS = 1024;
/** Maximum length of a text in characters, some 30,000 tokens. Attention would not have enough memory for more. */
const MAX_CHARACTERS = 2 ** 17;

/** Describes any value briefly, for error messages. */
export function describe(value: unknown): string {
  try {
    return description(value);
  } catch {
    return 'an object that cannot be read'; // a getter or a proxy has thrown an error
  }
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function description(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'bigint') return `${shortened(String(value))}n`;
  if (typeof value === 'string') return `the string '${shortened(value)}'`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'symbol') return 'a symbol';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  const { constructor } = value as { readonly constructor: unknown };
  const given: unknown = typeof constructor === 'function' ? constructor.name : 'Object';
  const name = typeof given === 'string' ? given.slice(0, 40) : 'Object';
  if (ArrayBuffer.isView(value) && 'length' in value) return `a ${name} of ${String(value.length)}`;
  if (name !== 'Object') return `a ${name}`;
  const keys = Object.keys(value);
  const shown = keys.slice(0, MAX_KEYS_SHOWN).map((key) => key.slice(0, 40));
  return `an object with ${shown.join(', ') || 'nothing in it'}${keys.length > MAX_KEYS_SHOWN ? ', …' : ''}`;
}

/** Evaluates a test of a caller's value. Returns false if the test throws, as any operation on a revoked proxy does. */
function isTrue(question: () => boolean): boolean {
  try {
    return question();
  } catch {
    return false;
  }
}

export const isArray = (value: unknown): value is readonly unknown[] => isTrue(() => Array.isArray(value));

export const isA = <Instance>(value: unknown, kind: abstract new (...args: never) => Instance): value is Instance =>
  isTrue(() => value instanceof kind);

export function expectObject(name: string, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || !isTrue(() => !Array.isArray(value))) {
    throw new TypeError(`${name}: expected an object, got ${describe(value)}`);
  }
  return value as Record<string, unknown>;
}

/**
 * Checks that a value is a plain object of options, and not, for example, a promise that was not awaited, a Map, or an
 * AbortSignal in place of `{ signal }`.
 */
export function expectPlainObject(name: string, value: unknown): Record<string, unknown> {
  const options = expectObject(name, value);
  if (Object.prototype.toString.call(options) === '[object Object]') return options;
  throw new TypeError(`${name}: expected an object of options, got ${describe(value)}`);
}

/**
 * Checks that a value is an object without unknown keys; undefined is treated as {}.
 * @returns a copy that contains only the given options, so that { seed: 0, ...copy } fills in defaults
 */
export function expectOptions(name: string, value: unknown, known: readonly string[]): Record<string, unknown> {
  if (value === undefined) return {};
  const options = expectPlainObject(name, value);
  const unknown = Object.keys(options).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    throw new TypeError(`${name}: unknown option '${unknown.slice(0, 40)}'; known are ${known.join(', ')}`);
  }
  const copy: Record<string, unknown> = {};
  for (const key of known) {
    const given = options[key];
    if (given !== undefined) copy[key] = given;
  }
  return copy;
}

/**
 * Checks that an option is given only together with the other option that it depends on.
 * @throws TypeError if the other option is missing
 */
export function expectWith(given: Readonly<Record<string, unknown>>, name: string, other: string): void {
  if (given[name] === undefined || given[other] !== undefined) return;
  throw new TypeError(`${name}: expected ${other}, too: without it ${name} has no effect`);
}

/**
 * Checks that a value is an array of at most `max` elements.
 * @returns a copy, in which missing elements of a sparse array are undefined
 */
export function expectArray(name: string, value: unknown, max = MAX_ARRAY): readonly unknown[] {
  if (!isArray(value)) throw new TypeError(`${name}: expected an array, got ${describe(value)}`);
  const { length } = value;
  if (!(length <= max)) throw new RangeError(`${name}: expected at most ${max} elements, got ${describe(length)}`);
  return Array.from({ length }, (_, index) => value[index]);
}

/** Checks that a value is a list of integers from 0 to `count` − 1 in strictly ascending order. */
export function expectAscending(name: string, value: unknown, count: number): readonly number[] {
  const numbers = expectArray(name, value, count).map((each, at) =>
    expectWholeNumber(`${name}[${at}]`, each, 0, count - 1),
  );
  const wrong = numbers.findIndex((each, at) => at > 0 && each <= numbers[at - 1]!);
  if (wrong < 0) return numbers;
  throw new RangeError(`${name}: expected ascending numbers, got ${numbers[wrong]} after ${numbers[wrong - 1]}`);
}

export function expectString(name: string, value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`${name}: expected a string, got ${describe(value)}`);
  return value;
}

/** Checks that a value is a text that a model can read. */
export function expectText(name: string, value: unknown): string {
  const text = expectString(name, value);
  if (text.length <= MAX_CHARACTERS) return text;
  throw new RangeError(`${name}: expected at most ${MAX_CHARACTERS} characters, got ${text.length}`);
}

export function expectBoolean(name: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw new TypeError(`${name}: expected true or false, got ${describe(value)}`);
  return value;
}

export function expectNumber(name: string, value: unknown): number {
  if (typeof value !== 'number') throw new TypeError(`${name}: expected a number, got ${describe(value)}`);
  if (!Number.isFinite(value)) throw new RangeError(`${name}: expected a finite number, got ${value}`);
  return value;
}

/**
 * Checks that a number is within the range of float32, and rounds it to float32. Nonzero numbers that would become 0
 * are rejected.
 */
export function expectFloat(name: string, value: unknown): number {
  const float = Math.fround(expectNumber(name, value));
  if (!Number.isFinite(float) || (float === 0 && value !== 0)) {
    throw new RangeError(`${name}: expected a number within float32, got ${describe(value)}`);
  }
  return float;
}

export function expectWholeNumber(name: string, value: unknown, min: number, max = Number.MAX_SAFE_INTEGER): number {
  const number = expectNumber(name, value);
  if (!Number.isInteger(number) || number < min || number > max) {
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    throw new RangeError(`${name}: expected a whole number ${range}, got ${number}`);
  }
  return number;
}

export function expectMultiple(name: string, size: number, divisorName: string, divisor: number): void {
  if (size % divisor === 0) return;
  throw new RangeError(`${name}: expected a multiple of ${divisorName} = ${divisor}, got ${size}`);
}

export function expectOneOf<Value extends string>(name: string, value: unknown, allowed: readonly Value[]): Value {
  const found = allowed.find((each) => each === value);
  if (found === undefined) {
    throw new RangeError(`${name}: expected one of ${allowed.join(', ')}, got ${describe(value)}`);
  }
  return found;
}

/** Checks that a size equals the expected one; `why` gives the reason for the expected size in the error message. */
export function expectSize(name: string, size: number, expected: number, why: string): void {
  if (size !== expected) throw new RangeError(`${name}: expected ${expected} (${why}), got ${size}`);
}
