/** Objects that are frozen copies already. */
const copies = new WeakSet<object>();

/** Returns a deeply frozen copy of arrays and plain objects; frozen copies and other values are returned as is. */
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

/** Makes an object's fields read-only once they are initialized. Methods remain replaceable, for tests. */
export function makeReadOnly(object: object): void {
  for (const [name, value] of Object.entries(object)) {
    Object.defineProperty(object, name, { value: frozen(value as unknown), writable: false });
  }
}
