// Reading some rows of a parameter gives the same numbers as reading the whole parameter.
import fc from 'fast-check';
import { engines } from './engines.mjs';
import { filesOf } from './models/tiny-models.mjs';

const engine = engines.simd;

describe.each(['gpt2', 'llama-bf16', 't5'])('%s', (name) => {
  let model;
  beforeAll(async () => (model = await engine.loadPretrained(filesOf(name))));
  afterAll(() => model.dispose());

  test('any rows, in ascending order', () => {
    fc.assert(
      fc.property(fc.constantFrom(...model.parameters), fc.infiniteStream(fc.boolean()), (parameter, wanted) => {
        const [count, columns = 1] = parameter.shape;
        const some = Array.from({ length: count }, (_, row) => row).filter(() => wanted.next().value);
        const rows = some.length > 0 ? some : [count - 1];
        const whole = model.parameter(parameter.name).data;
        const expected = rows.flatMap((row) => [...whole.slice(row * columns, (row + 1) * columns)]);
        const { data, shape } = model.parameter(parameter.name, rows);
        expect(shape).toEqual([rows.length, ...parameter.shape.slice(1)]);
        expect([...data]).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  test('what is refused', () => {
    const [{ name: parameter, shape }] = model.parameters;
    expect(() => model.parameter(parameter, [shape[0]])).toThrow(
      `rows[0]: expected a whole number from 0 to ${shape[0] - 1}`,
    );
    expect(() => model.parameter(parameter, [])).toThrow('rows: expected at least one, got none');
    expect(() => model.parameter(parameter, [1, 1])).toThrow('rows: expected ascending numbers, got 1 after 1');
    expect(() => model.parameter(parameter, 3)).toThrow('rows: expected');
  });
});
