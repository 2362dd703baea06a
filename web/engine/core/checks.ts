// Checks of arguments. Every error names the argument, what was expected and what was given.

/** A short description of any value, for error messages. */
export function describe(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string')
    return value.length > 40 ? `the string '${value.slice(0, 40)}…'` : `the string '${value}'`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'symbol') return 'a symbol';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  const name = value.constructor?.name ?? 'Object';
  if (ArrayBuffer.isView(value) && 'length' in value) return `a ${name} of ${String(value.length)}`;
  return name === 'Object' ? `an object with ${Object.keys(value).join(', ') || 'nothing in it'}` : `a ${name}`;
}

export function expectObject(name: string, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${name}: expected an object, got ${describe(value)}`);
  }
  return value as Record<string, unknown>;
}

/** Checks that a value is an object, or undefined, which stands for {}, with no other keys than these. */
export function expectOptions(name: string, value: unknown, known: readonly string[]): Record<string, unknown> {
  if (value === undefined) return {};
  const options = expectObject(name, value);
  const unknown = Object.keys(options).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    throw new TypeError(`${name}: unknown option '${unknown}'; known are ${known.join(', ')}`);
  }
  return options;
}

export function expectArray(name: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`${name}: expected an array, got ${describe(value)}`);
  return value;
}

export function expectFloats(name: string, value: unknown): Float32Array {
  if (!(value instanceof Float32Array)) {
    throw new TypeError(`${name}: expected a Float32Array, got ${describe(value)}`);
  }
  return value;
}

export function expectBytes(name: string, value: unknown): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new TypeError(`${name}: expected a Uint8Array, got ${describe(value)}`);
  return value;
}

export function expectString(name: string, value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`${name}: expected a string, got ${describe(value)}`);
  return value;
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

/** A number within the range of float32, rounded to float32. */
export function expectFloat(name: string, value: unknown): number {
  const float = Math.fround(expectNumber(name, value));
  if (!Number.isFinite(float)) {
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

export function expectOneOf<Value extends string>(name: string, value: unknown, allowed: readonly Value[]): Value {
  const found = allowed.find((each) => each === value);
  if (found === undefined) {
    throw new RangeError(`${name}: expected one of ${allowed.join(', ')}, got ${describe(value)}`);
  }
  return found;
}

/** Checks that a size is the expected one; `why` says where that comes from. */
export function expectSize(name: string, size: number, expected: number, why: string): void {
  if (size !== expected) throw new RangeError(`${name}: expected ${expected} (${why}), got ${size}`);
}
