// Exact wordings of errors about arguments. Other tests only check the name of the argument and the given value
// (tests/about.mjs).
import * as checks from '../../web/engine/core/checks.js';

class Model {}

test.each([
  [() => checks.expectObject('it', [1]), 'TypeError: it: expected an object, got an array of 1'],
  [() => checks.expectPlainObject('it', new Map()), 'TypeError: it: expected an object of options, got a Map'],
  [() => checks.expectOptions('it', { c: 1 }, ['a', 'b']), "TypeError: it: unknown option 'c'; known are a, b"],
  [() => checks.expectWith({ a: 1 }, 'a', 'b'), 'TypeError: a: expected b, too: without it a has no effect'],
  [() => checks.expectArray('it', 'abc'), "TypeError: it: expected an array, got the string 'abc'"],
  [() => checks.expectArray('it', [1, 2], 1), 'RangeError: it: expected at most 1 elements, got 2'],
  [() => checks.expectAscending('it', [1, 0], 3), 'RangeError: it: expected ascending numbers, got 0 after 1'],
  [() => checks.expectString('it', 7), 'TypeError: it: expected a string, got 7'],
  [() => checks.expectText('it', 'a'.repeat(2e5)), 'RangeError: it: expected at most 131072 characters, got 200000'],
  [() => checks.expectBoolean('it', 1), 'TypeError: it: expected true or false, got 1'],
  [() => checks.expectNumber('it', '1'), "TypeError: it: expected a number, got the string '1'"],
  [() => checks.expectNumber('it', NaN), 'RangeError: it: expected a finite number, got NaN'],
  [() => checks.expectFloat('it', 1e39), 'RangeError: it: expected a number within float32, got 1e+39'],
  [() => checks.expectWholeNumber('it', 1.5, 1), 'RangeError: it: expected a whole number of at least 1, got 1.5'],
  [() => checks.expectWholeNumber('it', 4, 0, 3), 'RangeError: it: expected a whole number from 0 to 3, got 4'],
  [() => checks.expectMultiple('it', 5, 'heads', 2), 'RangeError: it: expected a multiple of heads = 2, got 5'],
  [() => checks.expectOneOf('it', 'c', ['a', 'b']), "RangeError: it: expected one of a, b, got the string 'c'"],
  [() => checks.expectSize('it', 2, 3, 'heads'), 'RangeError: it: expected 3 (heads), got 2'],
])('%s', (check, wording) => {
  let thrown = null;
  try {
    check();
  } catch (error) {
    thrown = error;
  }
  expect(String(thrown)).toBe(wording);
});

test.each([
  [undefined, 'undefined'],
  [null, 'null'],
  [true, 'true'],
  [-0.5, '-0.5'],
  [5n, '5n'],
  ['a'.repeat(50), `the string '${'a'.repeat(40)}…'`],
  [() => 1, 'a function'],
  [Symbol('a'), 'a symbol'],
  [new Float32Array(3), 'a Float32Array of 3'],
  [new Model(), 'a Model'],
  [{}, 'an object with nothing in it'],
  [{ a: 1, b: 2 }, 'an object with a, b'],
])('what was given: %p', (value, wording) => {
  expect(checks.describe(value)).toBe(wording);
});

test('an object that throws when it is read', () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  expect(checks.describe(proxy)).toBe('an object that cannot be read');
});
