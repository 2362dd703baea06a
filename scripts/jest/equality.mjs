// Equality of arrays of numbers in one loop: Jest's own compares property by property, which for a matrix takes seconds. Where
// anything differs, Jest's own decides and says what.
const { is } = Object;
const { isView } = ArrayBuffer;
const { isArray } = Array;

const isList = (value) => isArray(value) || (isView(value) && 'length' in value);

function equalNumbers(a, b) {
  if (!isList(a) || !isList(b) || a.length !== b.length || a.constructor !== b.constructor) return undefined;
  for (let at = 0; at < a.length; ++at) if (typeof a[at] !== 'number' || !is(a[at], b[at])) return undefined;
  return true;
}

expect.addEqualityTesters([equalNumbers]);
