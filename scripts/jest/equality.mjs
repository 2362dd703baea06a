// Jest equality tester for arrays of numbers, which it compares in one loop: Jest itself compares property by property,
// which takes seconds for a matrix. If anything differs, Jest's own equality decides and reports the difference.
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
