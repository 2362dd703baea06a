/** Objects that `frozen` has returned, and which it need not copy again. */
const copies = new WeakSet<object>();

/**
 * Returns a deeply frozen copy of an array or a plain object. Other values, and objects that are such copies already,
 * are returned as is.
 */
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

/**
 * Makes an object's own fields read-only and freezes their values; to be called at the end of a constructor. Methods
 * remain replaceable, for tests.
 */
export function makeReadOnly(object: object): void {
  for (const [name, value] of Object.entries(object)) {
    Object.defineProperty(object, name, { value: frozen(value as unknown), writable: false });
  }
}
