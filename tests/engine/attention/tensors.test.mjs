// Inputs that functions accept as tensors: nested arrays, doubles and plain arrays; and null for optional inputs.
import * as library from 'attention-spotlight';
import { checkExercise } from 'attention-spotlight/teaching';
import { engines } from '../engines.mjs';
import { lcg } from '../fixtures.mjs';
import { about } from '../../about.mjs';

const { tensor } = library;
const engine = engines.simd;

describe('tensor', () => {
  test.each([
    [[[1, 0], [0, 1]], [2, 2], [1, 0, 0, 1]], // prettier-ignore
    [[1, 2, 3], [3], [1, 2, 3]],
    [[[[[[[[[5]]]]]]]], [1, 1, 1, 1, 1, 1, 1, 1], [5]],
    [
      [[NaN], [-Infinity]],
      [2, 1],
      [NaN, -Infinity],
    ],
  ])('from nested arrays: %j', (nested, shape, data) => {
    expect(tensor(nested)).toEqual({ data: Float32Array.from(data), shape });
  });

  test('from doubles and from an array, with a shape', () => {
    expect(tensor(Float64Array.of(0.1, 2), [1, 2])).toEqual({ data: Float32Array.of(0.1, 2), shape: [1, 2] });
    expect(tensor([0.1, 2], [2, 1])).toEqual({ data: Float32Array.of(0.1, 2), shape: [2, 1] });
    const data = Float32Array.of(1, 2);
    expect(tensor(data, [2]).data).toBe(data);
  });

  test.each([
    [[[[1, 2], [3]]], RangeError, 'data[1]: expected an array of 2, got an array of 1'], // prettier-ignore
    [[[[[1], [2]], [[3], 4]]], RangeError, 'data[1][1]: expected an array of 1, got a number'], // prettier-ignore
    [[[1, [2]]], RangeError, about('data[1]', Array(1))],
    [[[[1, '2']]], TypeError, about('data[0][1]', '2')],
    [[[[1, 1e39]]], RangeError, about('data[0][1]', 1e39)],
    [[[]], RangeError, about('tensor.shape[0]', 0)],
    [[Float64Array.of(1, 1e39), [2]], RangeError, about('data[1]', 1e39)],
    [[Float32Array.of(1)], TypeError, about('tensor.shape', undefined)],
    [[[1, 2, 3], [2]], RangeError, about('tensor.data', 3)],
    [[3], TypeError, about('tensor.shape', undefined)],
  ])('rejects %j', (args, type, message) => {
    expect(() => tensor(...args)).toThrow(type);
    expect(() => tensor(...args)).toThrow(message);
  });
});

const doubles = ({ data, shape }) => ({ data: Float64Array.from(data), shape });
const listed = ({ data, shape }) => ({ data: [...data], shape });
const x = lcg(1, [1, 2, 3, 4]);
const sequence = lcg(2, [1, 3, 8]);
const matrix = lcg(3, [8, 8]);
const square = lcg(4, [2, 3, 3], 0.5);

/**
 * For each function of the engine that takes tensors, a call.
 * @param as converts the library's tensors to another accepted form
 */
const CALLS = {
  scaledDotProductAttention: (as) => engine.scaledDotProductAttention(as(x), as(x), as(x)),
  scaledDotProductAttentionAsync: (as) => engine.scaledDotProductAttentionAsync(as(x), as(x), as(x)),
  'mask.add': (as) => engine.scaledDotProductAttention(x, x, x, { mask: { add: as(lcg(5, [3, 3])) } }),
  variant: (as) =>
    engine.scaledDotProductAttention(x, x, x, {
      variant: { kind: 'linformer', rank: 2, keyProjection: as(lcg(6, [2, 3])) },
    }),
  traceAttention: (as) => engine.traceAttention(as(x), as(x), as(x)),
  attentionBackward: (as) => engine.attentionBackward(as(x), as(x), as(x), as(x)),
  matmul: (as) => engine.matmul(as(matrix), as(matrix)),
  createMultiheadAttention: (as) => {
    const attention = engine.createMultiheadAttention({
      embedDim: 8,
      numHeads: 2,
      inProjWeight: as(lcg(7, [24, 8])),
      inProjBias: as(lcg(8, [24])),
      outProjWeight: as(matrix),
      outProjBias: as(lcg(9, [8])),
    });
    const result = attention.forward(as(sequence), as(sequence), as(sequence));
    attention.dispose();
    return result;
  },
  createTransformerLayer: (as) => {
    const shapes = {
      'self_attn.in_proj_weight': [24, 8],
      'self_attn.in_proj_bias': [24],
      'self_attn.out_proj.weight': [8, 8],
      'self_attn.out_proj.bias': [8],
      'linear1.weight': [8, 8],
      'linear1.bias': [8],
      'linear2.weight': [8, 8],
      'linear2.bias': [8],
      'norm1.weight': [8],
      'norm1.bias': [8],
      'norm2.weight': [8],
      'norm2.bias': [8],
    };
    const weights = Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, as(lcg(10, shape))]));
    const layer = engine.createTransformerLayer({ embedDim: 8, numHeads: 2, feedforwardDim: 8, weights });
    const result = layer.forward(as(sequence));
    layer.dispose();
    return result;
  },
  learnedPositions: (as) => library.learnedPositions(as(matrix), 3),
  rotaryPositions: (as) => library.rotaryPositions(as(x)),
  toHalfPrecision: (as) => library.toHalfPrecision(as(matrix)),
  toInt8PerRow: (as) => library.toInt8PerRow(as(matrix)),
  softmaxJacobian: (as) => library.softmaxJacobian(as(matrix)),
  meanOfHeads: (as) => library.meanOfHeads(as(square)),
  attentionRollout: (as) => library.attentionRollout([as(square)]),
  checkExercise: (as) => checkExercise(engine, as(x), as(x), as(x), { scores: as(lcg(11, [1, 2, 3, 3])) }),
};

describe.each(Object.keys(CALLS))('%s accepts', (name) => {
  test('doubles and plain arrays, like a Tensor', async () => {
    const expected = await CALLS[name]((each) => each);
    expect(await CALLS[name](doubles)).toEqual(expected);
    expect(await CALLS[name](listed)).toEqual(expected);
  });

  test('only numbers within float32’s range', async () => {
    const changed = (each) => ({ data: [...each.data].fill(1e39, 1, 2), shape: each.shape });
    const call = async () => CALLS[name](changed);
    await expect(call()).rejects.toThrow(about('data[1]', 1e39));
  });
});

test('a plain array is checked like a tensor', () => {
  const attend = (query) => () => engine.scaledDotProductAttention(query, x, x);
  expect(attend({ data: [1, '2'], shape: [1, 1, 1, 2] })).toThrow(about('query.data[1]', '2'));
  expect(attend({ data: [1], shape: [1, 1, 1, 2] })).toThrow(about('query.data', 1));
  expect(attend({ data: [1, 2, 3, NaN, ...Array(20).fill(0)], shape: x.shape })).toThrow(
    about('query[0, 0, 0, 3]', NaN),
  );
});

describe('null means none', () => {
  const none = { mask: null, keyLengths: null, scale: null, pattern: null, variant: null };
  const expected = engine.scaledDotProductAttention(x, x, x);

  test.each(Object.keys(none))('%s', async (name) => {
    const options = { [name]: null };
    expect(engine.scaledDotProductAttention(x, x, x, options)).toEqual(expected);
    expect(await engine.scaledDotProductAttentionAsync(x, x, x, options)).toEqual(expected);
    expect(engine.traceAttention(x, x, x, options)).toEqual(engine.traceAttention(x, x, x));
  });

  test('in costs and layers', () => {
    const size = { queries: 3, headDim: 2 };
    expect(library.costOf({ ...size, pattern: null, variant: null })).toEqual(library.costOf(size));
    const attention = engine.createMultiheadAttention({ embedDim: 8, numHeads: 2 });
    expect(attention.forward(sequence, sequence, sequence, { mask: null })).toEqual(
      attention.forward(sequence, sequence, sequence),
    );
    attention.dispose();
  });

  test('only where nothing else applies: other options reject it', () => {
    expect(() => engine.scaledDotProductAttention(x, x, x, { isCausal: null })).toThrow(
      "isCausal: expected true, false or 'lower-right', got null",
    );
    expect(() => engine.scaledDotProductAttention(x, x, x, { eps: null })).toThrow(about('eps', null));
  });
});

test('fewer key heads: the error names enableGqa', () => {
  const fewer = lcg(12, [1, 1, 3, 4]);
  expect(() => engine.scaledDotProductAttention(x, fewer, fewer)).toThrow(
    'key.shape[1]: expected 2 (heads, as in query; with enableGqa also a divisor of it), got 1',
  );
  engine.scaledDotProductAttention(x, fewer, fewer, { enableGqa: true });
});

test('a BigInt is printed as one', () => {
  expect(() => engine.scaledDotProductAttention(x, x, x, { scale: 1n })).toThrow(about('scale', 1n));
  expect(() => tensor([2n ** 200n], [1])).toThrow(/^data\[0\]: expected a number, got \d{40}…n$/);
});

describe('rotary positions', () => {
  test('in halves: Hugging Face’s Llama, x·cos + rotate_half(x)·sin', () => {
    const [headDim, offset, base] = [6, 5, 100];
    const given = lcg(13, [2, 2, 4, headDim]);
    const { data, shape } = library.rotaryPositions(given, { layout: 'halves', offset, base });
    expect(shape).toEqual(given.shape);
    const half = headDim / 2;
    data.forEach((value, at) => {
      const [position, column, row] = [Math.floor(at / headDim) % 4, at % headDim, at - (at % headDim)];
      const angle = (offset + position) * base ** ((-2 * (column % half)) / headDim);
      const other = column < half ? -given.data[row + column + half] : given.data[row + column - half];
      expect(value).toBeCloseTo(given.data[at] * Math.cos(angle) + other * Math.sin(angle), 5);
    });
  });

  test('the layouts differ only in the order of elements', () => {
    const headDim = 8;
    const given = lcg(14, [1, 2, 5, headDim]);
    const toHalves = ({ data, shape }) => ({
      data: data.map((_, at) => {
        const column = at % headDim;
        const half = headDim / 2;
        return data[at - column + (column < half ? 2 * column : 2 * (column - half) + 1)];
      }),
      shape,
    });
    const pairs = library.rotaryPositions(given);
    expect(library.rotaryPositions(given, { layout: 'pairs' })).toEqual(pairs);
    expect(library.rotaryPositions(toHalves(given), { layout: 'halves' })).toEqual(toHalves(pairs));
  });

  test('an unknown layout', () => {
    expect(() => library.rotaryPositions(x, { layout: 'half' })).toThrow(about('layout', 'half'));
  });
});
