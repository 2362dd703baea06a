// Every invalid argument gets an error that names it, the expected value and the given value; the engine can still be
// used afterwards.
import { createEngine, tensor } from 'attention-spotlight';
import { BUILDS, engines } from '../engine/engines.mjs';
import { lcg } from '../engine/fixtures.mjs';
import { about } from '../about.mjs';

// Tolerance in bytes for comparisons of heap sizes: the allocator may round the size of the same allocation up
// differently.
const HEAP_GRAIN = 64;

const q = lcg(1, [1, 2, 3, 4]);
const x = lcg(1, [1, 3, 8]);
const flags = (shape, value = 0) => ({ data: new Uint8Array(shape.reduce((a, b) => a * b, 1)).fill(value), shape });
const withNumber = (tensor, at, number) => ({ ...tensor, data: tensor.data.with(at, number) });

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];
  const attend = (query, key, value, options) => () => engine.scaledDotProductAttention(query, key, value, options);
  const trace = (options) => () => engine.traceAttention(q, q, q, options);
  const multihead = (config) => () => engine.createMultiheadAttention(config);
  const mha = engine.createMultiheadAttention({ embedDim: 8, numHeads: 2 });
  const model = engine.createUntrainedModel();

  const cases = [
    // Cases: shapes and lengths that do not fit together.
    ['a query of rank 3', attend(lcg(1, [2, 3, 4]), q, q), RangeError, about('query.shape')],
    ['a key of another headDim', attend(q, lcg(1, [1, 2, 3, 5]), q), RangeError, about('key.shape[3]', 5)],
    ['a key of another batch', attend(q, lcg(1, [2, 2, 3, 4]), q), RangeError, /key\.shape\[0\]: expected 1/],
    ['a value of another number of heads', attend(q, q, lcg(1, [1, 3, 3, 4])), RangeError, /value\.shape\[1\]/],
    ['a value of another number of keys', attend(q, q, lcg(1, [1, 2, 9, 4])), RangeError, about('value.shape[2]', 9)],
    ['too little data', attend({ ...q, data: q.data.slice(1) }, q, q), RangeError, about('query.data', 23)],
    [
      'a size of 0',
      attend({ data: new Float32Array(0), shape: [1, 2, 0, 4] }, q, q),
      RangeError,
      about('query.shape[2]', 0),
    ],
    ['a size of 1.5', attend({ data: q.data, shape: [1, 2, 1.5, 8] }, q, q), RangeError, about('query.shape[2]', 1.5)],
    ['a negative size', attend({ data: q.data, shape: [1, -2, 3, -4] }, q, q), RangeError, about('query.shape[1]', -2)],
    ['a shape that is not an array', attend({ data: q.data, shape: 24 }, q, q), TypeError, about('query.shape', 24)],
    [
      'grouped heads that do not divide',
      attend(lcg(1, [1, 3, 3, 4]), q, q, { enableGqa: true }),
      RangeError,
      /key\.shape\[1\]: expected a divisor of 3 .*got 2/,
    ],
    // Cases: values of the wrong type.
    ['no query', attend(), TypeError, about('query', undefined)],
    ['null', attend(q, null, q), TypeError, about('key', null)],
    ['plain arrays', attend(q, q, [[1]]), TypeError, about('value', Array(1))],
    [
      'whole numbers',
      attend({ ...q, data: Int32Array.from(q.data) }, q, q),
      TypeError,
      /query\.data: expected a Float32Array, a Float64Array or an array, got a Int32Array of 24/,
    ],
    ['a string', attend(q, 'key', q), TypeError, about('key', 'key')],
    // Cases: numbers that are not finite.
    ['NaN', attend(withNumber(q, 5, NaN), q, q), RangeError, about('query[0, 0, 1, 1]', NaN)],
    ['Infinity', attend(q, withNumber(q, 23, Infinity), q), RangeError, about('key[0, 1, 2, 3]', Infinity)],
    ['−Infinity', attend(q, q, withNumber(q, 0, -Infinity)), RangeError, about('value[0, 0, 0, 0]', -Infinity)],
    [
      'scores beyond float32',
      attend(withNumber(q, 0, 3e38), withNumber(q, 0, 3e38), q),
      RangeError,
      /output\[0, 0, 0, 0\] is beyond float32/,
    ],
    // Cases: invalid attention options.
    ['an unknown option', trace({ causal: true }), TypeError, /unknown option 'causal'; known are mask, .*enableGqa/],
    ['options that are not an object', trace(true), TypeError, about('options', true)],
    ['isCausal of 1', trace({ isCausal: 1 }), TypeError, /isCausal: expected true, false or 'lower-right', got 1/],
    ['a scale of NaN', trace({ scale: NaN }), RangeError, about('scale', NaN)],
    ['a scale beyond float32', trace({ scale: 1e300 }), RangeError, about('scale')],
    ['a scale as a string', trace({ scale: '1' }), TypeError, about('scale', '1')],
    ['dropoutP of 2', trace({ dropoutP: 2 }), RangeError, /dropoutP: expected a probability/],
    ['a seed of −1', trace({ seed: -1 }), RangeError, about('seed', -1)],
    ['keyLengths too few', trace({ keyLengths: [] }), RangeError, /keyLengths: expected 1 lengths.*got 0/],
    ['a keyLength too long', trace({ keyLengths: [4] }), RangeError, about('keyLengths[0]', 4)],
    ['keyLengths that are not an array', trace({ keyLengths: 3 }), TypeError, about('keyLengths', 3)],
    // Cases: invalid masks.
    [
      'a mask without polarity',
      trace({ mask: flags([3, 3]) }),
      TypeError,
      /mask: expected exactly one of allow, block, add/,
    ],
    ['two masks', trace({ mask: { allow: flags([3]), block: flags([3]) } }), TypeError, /mask: expected exactly one/],
    [
      'a mask that does not broadcast',
      trace({ mask: { allow: flags([3, 2]) } }),
      RangeError,
      /mask\.allow\.shape.*\[1, 2, 3, 3\], got \[3, 2\]/,
    ],
    ['a mask of rank 5', trace({ mask: { block: flags([1, 1, 1, 3, 3]) } }), RangeError, /mask\.block\.shape/],
    [
      'flags of 2',
      trace({ mask: { allow: flags([3, 3], 2) } }),
      RangeError,
      /mask\.allow\.data\[0\]: expected 0 or 1, got 2/,
    ],
    [
      'booleans',
      trace({ mask: { allow: { data: [true], shape: [1] } } }),
      TypeError,
      about('mask.allow.data', Array(1)),
    ],
    [
      'an additive NaN',
      trace({ mask: { add: tensor([0, NaN, 0], [3]) } }),
      RangeError,
      /mask\.add\[1\]: expected a finite number or -Infinity, got NaN/,
    ],
    [
      'an additive +Infinity',
      trace({ mask: { add: tensor([0, 0, Infinity], [3]) } }),
      RangeError,
      about('mask.add[2]', Infinity),
    ],
    // Cases: calls that need more memory than WebAssembly can have.
    [
      'more than fits into memory',
      attend(...Array(3).fill(lcg(1, [1, 1, 60_000, 1])), { needWeights: true }),
      RangeError,
      /out of memory.*\[1, 1, 60000, 60000\]/,
    ],
    // Cases: invalid arguments of multi-head attention.
    ['embedDim not divisible by numHeads', multihead({ embedDim: 10, numHeads: 3 }), RangeError, about('embedDim', 10)],
    [
      'a seed beside weights',
      multihead({ embedDim: 2, numHeads: 1, inProjWeight: lcg(1, [6, 2]), outProjWeight: lcg(1, [2, 2]), seed: 1 }),
      TypeError,
      /^seed: expected none beside inProjWeight/,
    ],
    ['no embedDim', multihead({ numHeads: 3 }), TypeError, about('embedDim', undefined)],
    ['a huge embedDim', multihead({ embedDim: 1e9, numHeads: 1 }), RangeError, about('embedDim')],
    ['numHeads of 0', multihead({ embedDim: 8, numHeads: 0 }), RangeError, about('numHeads', 0)],
    [
      'an unknown field of the configuration',
      multihead({ embedDim: 8, numHeads: 2, bias: true }),
      TypeError,
      /unknown option 'bias'/,
    ],
    [
      'one weight of two',
      multihead({ embedDim: 2, numHeads: 1, inProjWeight: lcg(1, [6, 2]) }),
      TypeError,
      /expected both or neither/,
    ],
    [
      'weights transposed',
      multihead({ embedDim: 2, numHeads: 1, inProjWeight: lcg(1, [2, 6]), outProjWeight: lcg(1, [2, 2]) }),
      RangeError,
      /inProjWeight\.shape: expected \[6, 2\], got \[2, 6\]/,
    ],
    [
      'NaN in the weights',
      multihead({
        embedDim: 2,
        numHeads: 1,
        inProjWeight: withNumber(lcg(1, [6, 2]), 5, NaN),
        outProjWeight: lcg(1, [2, 2]),
      }),
      RangeError,
      /inProjWeight \(key\)\[0, 1\]/,
    ],
    [
      'an input of another embedDim',
      () => mha.forward(lcg(1, [1, 3, 7]), x, x),
      RangeError,
      /query\.shape\[2\]: expected 8 \(embedDim\), got 7/,
    ],
    [
      'an unknown option of a layer',
      () => mha.forward(x, x, x, { causal: true }),
      TypeError,
      /known are mask, .*, out$/,
    ],
    ['key and value of different lengths', () => mha.forward(x, x, lcg(1, [1, 4, 8])), RangeError, /value\.shape\[1\]/],
    // Cases: invalid arguments of models, and invalid texts.
    ['an empty text', () => model.run(''), RangeError, /text: expected at least one token, got none/],
    ['a text that is not a string', () => model.run(7), TypeError, about('text', 7)],
    ['5,000 tokens', () => model.run('word '.repeat(5000)), RangeError, /text: expected at most 1024 tokens, got 5000/],
    ['a head that does not exist', () => model.run('a').trace('encoder', 0, 4), RangeError, about('head', 4)],
    [
      'an unknown intervention',
      () => model.run('a', { intervene: { ablate: 1 } }),
      TypeError,
      /unknown option 'ablate'/,
    ],
    ['xavierUniform of rank 3', () => engine.xavierUniform([2, 2, 2]), RangeError, about('shape')],
  ];

  test.each(cases)('%s', (_, wrong, type, message) => {
    expect(wrong).toThrow(type);
    const heap = engine.heapSize;
    expect(wrong).toThrow(message);
    expect(Math.abs(engine.heapSize - heap)).toBeLessThan(HEAP_GRAIN);
    expect(engine.traceAttention(q, q, q).weights.data.every((weight) => weight > 0 && weight < 1)).toBe(true);
  });

  test.each(['👩‍👩‍👧‍👦 🏳️‍🌈', 'مرحبا بالعالم שלום', 'é ñ̃ z̷̢̛', '<img src=x onerror=alert(1)>', '\ud800 lone'])(
    'the text %s has no special meaning',
    (text) => {
      const run = model.run(text);
      expect(run.tokens.length).toBeGreaterThan(0);
      expect(run.trace('encoder', 0, 0).weights.data.every(Number.isFinite)).toBe(true);
    },
  );
});

test.each([
  [{ build: 'fast' }, RangeError, about('build', 'fast')],
  [{ numThreads: 2 }, TypeError, /unknown option 'numThreads'; known are build, wasm, wasmUrl, workers, threads/],
  [{ threads: 'two' }, TypeError, /threads: expected 'auto' or a number, got the string 'two'/],
  [{ threads: 0 }, RangeError, /threads: expected .*1 to 64.*, got 0/],
  [{ threads: 1.5 }, RangeError, about('threads', 1.5)],
  [{ threads: 2, wasm: new Uint8Array(8) }, TypeError, /threads: expected 1 with wasm, got 2/],
  [{ wasmUrl: 7 }, TypeError, /wasmUrl: expected a URL, a string or a function, got 7/],
  [3, TypeError, about('options', 3)],
])('createEngine(%j)', async (options, type, message) => {
  await expect(createEngine(options)).rejects.toThrow(type);
  await expect(createEngine(options)).rejects.toThrow(message);
});

test.each([
  [[[1, 2], [3]], RangeError, about('data', 2)],
  [[[1, '2'], [2]], TypeError, about('data[1]', '2')],
  [['12', [2]], TypeError, about('data', '12')],
  [[[1], []], RangeError, /shape: expected at least one dimension/],
])('tensor(%j)', (args, type, message) => {
  expect(() => tensor(...args)).toThrow(type);
  expect(() => tensor(...args)).toThrow(message);
});

test('a place without WebAssembly SIMD gets a message that says what to use', async () => {
  const { validate } = WebAssembly;
  WebAssembly.validate = () => false;
  try {
    await expect(createEngine()).rejects.toThrow(/needs WebAssembly with SIMD.*Chrome.*Firefox.*Safari.*Node/);
  } finally {
    WebAssembly.validate = validate;
  }
});

test('a build that is not supported here is rejected by name', async () => {
  const { validate } = WebAssembly;
  WebAssembly.validate = (bytes) => bytes.length < 40 && validate.call(WebAssembly, bytes);
  try {
    await expect(createEngine({ build: 'relaxed' })).rejects.toThrow(
      /'relaxed' is not supported here; 'auto' selects 'simd'/,
    );
  } finally {
    WebAssembly.validate = validate;
  }
});
