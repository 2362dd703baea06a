// What callers read and must not change: objects compute by it.

/** A copy of lists and plain objects that stays as it is; anything else is itself. */
export function frozen<Value>(value: Value): Value {
  const copy = (of: object) => Object.fromEntries(Object.entries(of).map(([name, each]) => [name, frozen(each)]));
  if (Array.isArray(value)) return Object.freeze(value.map(frozen)) as Value;
  const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? (Object.freeze(copy(value)) as Value) : value;
}

/** The fields of an object, which have their values, become read-only. Methods stay: tests replace them. */
export function makeReadOnly(object: object): void {
  for (const [name, value] of Object.entries(object)) {
    Object.defineProperty(object, name, { value: frozen(value as unknown), writable: false });
  }
}
