// Mapping of the names of a model's parameters to the tensors of a weight file.
import { extract, sourceOf, storedShape } from '../../../web/engine/parameters/parameter-source.js';

/** Tensor of this shape with the numbers 0, 1, 2, …. */
const counted = (shape) => Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, at) => at);

test.each([
  ['the whole', {}, [4, 2], [0, 1, 2, 3]],
  ['some rows', { rows: [2, 8] }, [8, 2], [2, 3, 4, 5]],
  ['every third block of two rows', { interleaved: { block: 2, parts: 3, part: 1 } }, [12, 2], [2, 3, 8, 9]],
])('%s of a tensor, also transposed, also scaled and shifted', (_, source, stored, rows) => {
  const expected = rows.flatMap((row) => [2 * row, 2 * row + 1]);
  const shape = [4, 2];
  for (const plus of [undefined, 1]) {
    const sum = expected.map((number) => number * (plus ? 2 : 1) + (plus ?? 0));
    const where = { tensor: 'x', ...source, ...(plus && { times: 2, plus }) };
    expect(storedShape(where, shape)).toEqual(stored);
    expect([...extract(where, shape, counted(stored))]).toEqual(sum);

    const transposed = { ...where, transposed: true };
    const [total, columns] = stored;
    expect(storedShape(transposed, shape)).toEqual([columns, total]);
    const numbers = counted(stored).map((_number, at) => columns * (at % total) + Math.floor(at / total));
    expect([...extract(transposed, shape, numbers)]).toEqual(sum);
  }
});

test('selected rows of a tensor with any number of rows', () => {
  expect(storedShape({ tensor: 'x', picked: { rows: [3, 0, 0, 5], of: 6 } }, [4, 2])).toEqual([6, 2]);
});

test('rows of a bias, which has no columns', () => {
  const interleaved = { block: 1, parts: 2, part: 1 };
  expect([...extract({ tensor: 'x', interleaved }, [3], counted([6]))]).toEqual([1, 3, 5]);
});

test('rows of a tensor with another shape in the file', () => {
  const shape = [3, 2, 2, 2];
  expect(storedShape({ tensor: 'x', shape }, [3, 8])).toEqual(shape);
  expect([...extract({ tensor: 'x', shape }, [3, 8], counted(shape))]).toEqual([...counted(shape)]);
});

test('a table without a parameter is named', () => {
  expect(() => sourceOf({}, 'decoder.3.self_attention.query.weight')).toThrow(
    "the table of tensors lacks 'decoder.#.self_attention.query.weight'",
  );
});
