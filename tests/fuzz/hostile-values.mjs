// Values that no caller would pass deliberately: wrong types, extreme numbers, arrays with wrong lengths, objects that
// run code.
import { Hostile } from './checks.mjs';

const throwing = () => {
  throw new Hostile('mine');
};
const detached = (Type) => {
  const array = new Type(8);
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
};

/** Functions that each create a hostile value; every use gets a new one, since values may be changed. */
const VALUES = [
  () => undefined,
  () => null,
  () => true,
  () => NaN,
  () => Infinity,
  () => -Infinity,
  () => -0,
  () => 0,
  () => 0.5,
  () => -1,
  () => 3,
  () => 2 ** 16,
  () => 2 ** 31,
  () => 2 ** 32 + 1,
  () => 2 ** 53 - 1,
  () => 2 ** 53,
  () => 1e300,
  () => 1e-300,
  () => 1e39,
  () => 5n,
  () => '',
  () => '16',
  () => 'abc',
  () => 'causal',
  () => '__proto__',
  () => '<img src=x onerror=alert(1)>',
  () => '\ud800',
  () => Symbol('hostile'),
  () => () => 1,
  () => [],
  () => [null],
  () => [1, '2'],
  () => [[1, 2], [3]],
  () => new Array(5),
  () => new Array(2 ** 32 - 1),
  () => Object.assign([1, 2, 3, 4], { length: 2 }),
  () => new Proxy([1, 2], { get: (target, key) => (key === 'length' ? 1e18 : target[key]) }),
  () => ({}),
  () => Object.create(null),
  () => ({ constructor: { name: Symbol('x') } }),
  () => ({ length: 4, 0: 1 }),
  () => new Proxy({}, { ownKeys: throwing, get: throwing, has: throwing }),
  () => ({ valueOf: throwing, toString: throwing, [Symbol.toPrimitive]: throwing }),
  () => ({ get data() { return throwing(); }, shape: [1] }), // prettier-ignore
  () => ({ data: new Float32Array(4), shape: [2, 2] }),
  () => ({ data: new Float32Array(4), shape: [2 ** 16, 2 ** 16] }),
  () => ({ data: [1, 2], shape: [2] }),
  () => ({ data: new Float32Array(4).fill(NaN), shape: [1, 1, 2, 2] }),
  () => ({ data: new Float32Array(4).fill(3e38), shape: [1, 1, 2, 2] }),
  () => new Date(NaN),
  () => /x/,
  () => new Map([[1, 2]]),
  () => new Float32Array(0),
  () => new Float32Array(3),
  () => new Float64Array(4),
  () => new Uint8Array(4).fill(7),
  () => new DataView(new ArrayBuffer(8)),
  () => new ArrayBuffer(8),
  () => detached(Float32Array),
  () => detached(Uint8Array),
  () => Object.create(Float32Array.prototype),
  () => Object.defineProperty(new Float32Array(2), 'length', { value: 64 }),
  () => new Float32Array(new SharedArrayBuffer(64)),
];

export const hostileValue = (random) => random.pick(VALUES)();

/** Replaces an array of numbers in arguments with one whose length or numbers change while the arguments are read. */
function withTrap(random, value, inner) {
  const array = inner.data;
  const buffer = new ArrayBuffer(array.byteLength, { maxByteLength: Math.max(8, array.byteLength) });
  const data = new array.constructor(buffer, 0, array.length);
  data.set(array);
  const shrink = () => buffer.byteLength > 0 && buffer.resize(0);
  inner.data = data;
  const traps = [
    () => Object.defineProperty(data, 'length', { value: array.length + random.int(-2, 2) }),
    () => Object.defineProperty(data, 'subarray', { value: shrink }),
    () => Object.defineProperty(data, 'set', { value: () => undefined }),
    () => addTrap(random, value, shrink),
  ];
  random.pick(traps)();
}

/** Replaces a property of an options object with a getter that runs code. */
function addTrap(random, value, code) {
  const objects = value.filter((each) => typeof each === 'object' && each !== null && !ArrayBuffer.isView(each));
  if (objects.length === 0) return;
  const object = random.pick(objects);
  const key = random.pick([...Object.keys(object), 'isCausal', 'needWeights']);
  const before = object[key];
  try {
    Object.defineProperty(object, key, {
      enumerable: true,
      configurable: true,
      get() {
        code();
        return before;
      },
    });
  } catch {
    // Properties that cannot be replaced are skipped: the length of an array, and properties of frozen objects.
  }
}

/**
 * Collects all objects in a list of arguments, at any depth, whose properties can be changed; typed arrays are not
 * among them.
 */
function parents(values) {
  const found = [];
  const visit = (value, depth) => {
    if (depth > 4 || typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
    if (value instanceof Blob || value instanceof ArrayBuffer) return;
    try {
      const parts = Object.keys(value)
        .slice(0, 20)
        .map((key) => value[key]);
      found.push(value);
      for (const part of parts) visit(part, depth + 1);
    } catch {
      // Properties that throw when they are read are skipped.
    }
  };
  visit(values, 0);
  return found;
}

/** Changes one or two parts of valid arguments in place: the parts become hostile. */
export function spoil(random, args) {
  for (let times = random.int(1, 2); times > 0; times--) {
    try {
      spoilOnce(random, args);
    } catch {
      // A change is skipped if its target cannot be changed or read.
    }
  }
  return args;
}

function spoilOnce(random, args) {
  const all = parents(args);
  const tensors = all.filter(
    ({ data, shape }) => ArrayBuffer.isView(data) && data.length > 0 && Array.isArray(shape) && shape.length < 9,
  );
  if (tensors.length > 0 && random.chance(0.25)) {
    const tensor = random.pick(tensors);
    const ways = [
      () => withTrap(random, args, tensor),
      () => (tensor.data = tensor.data.slice(random.int(0, 2))),
      () => (tensor.data[random.int(0, tensor.data.length - 1)] = random.pick([NaN, Infinity, 3e38, -3e38, 1e-45])),
      () => (tensor.shape = [...tensor.shape].reverse()),
      () => (tensor.shape = [...tensor.shape, 1]),
      () => tensor.data.fill(random.pick([0, 1e20, -1e20, 3e38])),
    ];
    random.pick(ways)();
    return;
  }
  const parent = random.pick(all);
  const keys = Object.keys(parent);
  const key = keys.length > 0 && random.chance(0.9) ? random.pick(keys) : random.pick(['extra', 'seed', '0', 'scale']);
  if (random.chance(0.1)) delete parent[key];
  else parent[key] = hostileValue(random);
}
