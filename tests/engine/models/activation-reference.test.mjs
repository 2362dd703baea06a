// Every activation, compared with transformers in double precision (tests/fixtures/make_activations.py).
import { tensor } from '../../../web/engine/node.js';
import { engines } from '../engines.mjs';
import { casesOf, FAMILIES, file, filesOf } from './tiny-models.mjs';

const engine = engines.simd;

/** Activations of the model `name` that make_activations.py has recorded. */
function recordedOf(name) {
  const shapes = JSON.parse(file(name, 'activations.json'));
  const bytes = file(name, 'activations.f32');
  const numbers = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  let end = 0;
  return Object.entries(shapes).map(([activation, shape]) => {
    const start = end;
    end += shape.reduce((product, size) => product * size, 1);
    return { activation, shape, data: numbers.subarray(start, end) };
  });
}

/**
 * Largest difference between two arrays, relative to the largest expected magnitude. Entries that the mask excludes
 * (−∞) must match exactly.
 */
function errorOf(data, expected) {
  let [difference, largest] = [0, 0];
  expected.forEach((number, at) => {
    if (number === -Infinity || data[at] === -Infinity) {
      if (number !== data[at]) difference = Infinity;
      return;
    }
    difference = Math.max(difference, Math.abs(data[at] - number));
    largest = Math.max(largest, Math.abs(number));
  });
  return difference === 0 ? 0 : difference / largest;
}

function runOf(model, name) {
  const [{ ids, target, types, pixels }] = casesOf(name);
  if (pixels) {
    const shape = [pixels.length, pixels[0].length, pixels[0][0].length];
    return model.run(tensor(Float32Array.from(pixels.flat(Infinity)), shape));
  }
  // The start token of the target is left out here, since the engine adds it itself.
  return model.run(ids, { ...(target && { target: target.slice(1) }), ...(types && { tokenTypes: types }) });
}

describe.each([...FAMILIES, 'vit'])('%s', (name) => {
  const recorded = recordedOf(name);
  let model;
  let run;
  beforeAll(async () => {
    model = await engine.loadPretrained(filesOf(name));
    run = runOf(model, name);
  });
  afterAll(() => model.dispose());

  test.each(recorded)('$activation', ({ activation, shape, data: expected }) => {
    const { data, shape: own } = run.activation(activation);
    expect(own).toEqual(shape);
    expect(errorOf(data, expected)).toBeLessThanOrEqual(1e-4);
  });

  test('the recording covers every activation of the recorded layers', () => {
    const layerOf = (activation) => activation.split('.').slice(0, -1).join('.');
    const layers = new Set(recorded.map(({ activation }) => layerOf(activation)));
    const own = model.activations.map(({ name: activation }) => activation);
    expect(recorded.map(({ activation }) => activation).sort()).toEqual(
      own.filter((activation) => layers.has(layerOf(activation))).sort(),
    );
  });
});
