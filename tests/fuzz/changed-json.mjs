// Random changes to JSON: a part gets another type or an absurd number, a part is removed or inserted, or the text
// becomes invalid.

/** JSON text in which one character is changed, removed or inserted, so that it may be invalid. */
export function typo(random, text) {
  const at = random.int(0, text.length - 1);
  const character = random.pick(['', '"', '{', '}', '[', ']', ',', '-', '.', '0', '9', 'e', '\\', ' ', '\0', 'é']);
  return text.slice(0, at) + character + text.slice(at + random.int(0, 1));
}

const NUMBERS = [0, -1, 1, 2, 3, 0.5, 7, 255, 1024, 65_536, 2 ** 22, 1e9, 2 ** 31, 2 ** 32 + 1, 2 ** 53, 1e300, 1e-300];
const TEXTS = [
  '',
  ' ',
  'a',
  '▁',
  'Ġ',
  '##',
  '<0x41>',
  '<0xFF>',
  '[UNK]',
  '__proto__',
  '\ud800',
  'é',
  'a'.repeat(70_000),
];
const nested = (depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

/** Random JSON value that takes the place of another one, often of another type. */
function anotherValue(random, value) {
  const ways = [
    () => random.pick(NUMBERS),
    () => random.pick([null, true, false, [], {}, [null], [[]], { 0: 1 }]),
    () => random.pick(TEXTS),
    () => nested(random.pick([5, 200, 3000])),
    () => new Array(random.pick(typeof value === 'number' ? [2, 70, 70_000] : [2, 70])).fill(value),
  ];
  if (typeof value === 'number') {
    ways.push(
      () => value + random.pick([-1, 1, 0.5]),
      () => value * random.pick([2, 0, -1, 1e9]),
      () => String(value),
    );
  }
  if (typeof value === 'string')
    ways.push(
      () => typo(random, value || 'a'),
      () => value + value,
    );
  if (Array.isArray(value)) {
    ways.push(
      () => value.slice(1),
      () => value.toReversed(),
      () => [...value, random.pick(NUMBERS)],
    );
  }
  return random.pick(ways)();
}

/** Changes one random part of a JSON object or list in place, at any depth. */
export function changeJson(random, root) {
  const keyOf = (value) => {
    const keys = Object.keys(value);
    return keys.length > 0 && random.chance(0.95)
      ? random.pick(keys)
      : random.pick(['extra', '0', 'type', '__proto__']);
  };
  const isObject = (value) => typeof value === 'object' && value !== null;
  let parent = root;
  let key = keyOf(parent);
  while (Object.hasOwn(parent, key) && isObject(parent[key]) && random.chance(0.85)) {
    parent = parent[key];
    key = keyOf(parent);
  }
  if (random.chance(0.15)) {
    if (Array.isArray(parent)) parent.splice(Number(key) || 0, 1);
    else delete parent[key];
    return;
  }
  const other = random.chance(0.1) ? structuredClone(parent[random.pick(Object.keys(parent))]) : undefined;
  const value = other ?? anotherValue(random, Object.hasOwn(parent, key) ? parent[key] : 1);
  // Object.defineProperty is used because an assignment to the key '__proto__' would create no property.
  Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
}
