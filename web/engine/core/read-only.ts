// Read-only copies of values that objects return and go on computing with.

/** Copies that were made: nothing in them can be changed. */
const copies = new WeakSet<object>();

/** A copy of lists and plain objects that stays as it is; such a copy, and anything else, is itself. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || copies.has(value)) return value;
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain && !Array.isArray(value)) return value;
  const copy: object = Array.isArray(value)
    ? value.map(frozen)
    : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, frozen(each as unknown)]));
  copies.add(copy);
  return Object.freeze(copy) as Value;
}

/** The fields of an object, which have their values, become read-only. Methods stay: tests replace them. */
export function makeReadOnly(object: object): void {
  for (const [name, value] of Object.entries(object)) {
    Object.defineProperty(object, name, { value: frozen(value as unknown), writable: false });
  }
}
