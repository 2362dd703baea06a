// Arguments that run code when they are read, or that misstate their length: each part of an argument is read once, and
// exactly the numbers that were checked are copied. A call never reads the numbers of a previous call.
import { createEngine, tensor } from 'attention-spotlight';
import { checkExercise } from 'attention-spotlight/teaching';
import { BUILDS, engines } from '../engine/engines.mjs';
import { lcg } from '../engine/fixtures.mjs';
import { filesOf } from '../engine/models/tiny-models.mjs';
import { about } from '../about.mjs';

const SHAPE = [1, 1, 4, 4];
const resizable = (shape) => {
  const size = shape.reduce((a, b) => a * b, 1);
  const buffer = new ArrayBuffer(4 * size, { maxByteLength: 8 * size });
  new Float32Array(buffer).set(lcg(9, shape).data);
  return { data: new Float32Array(buffer, 0, size), shape, buffer };
};

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];
  const usual = () => [1, 2, 3].map((seed) => lcg(seed, SHAPE));

  test.each([
    ['a promise that was not awaited', Promise.resolve({ isCausal: true }), 'a Promise'],
    ['a signal', AbortSignal.abort(), 'a AbortSignal'],
    ['a map', new Map([['isCausal', true]]), 'a Map'],
    ['a date', new Date(0), 'a Date'],
    ['numbers', new Float32Array(2), 'a Float32Array of 2'],
  ])('options that are %s are refused, not ignored', (_, options, got) => {
    const message = `options: expected an object of options, got ${got}`;
    expect(() => engine.scaledDotProductAttention(...usual(), options)).toThrow(message);
    expect(() => engine.xavierUniform([2, 2], options)).toThrow(message);
  });

  test('options of a class, and of an object without a prototype', () => {
    class Options {
      get isCausal() {
        return true;
      }
    }
    const expected = engine.scaledDotProductAttention(...usual(), { isCausal: true });
    const bare = Object.assign(Object.create(null), { isCausal: true });
    expect(engine.scaledDotProductAttention(...usual(), new Options())).toEqual(expected);
    expect(engine.scaledDotProductAttention(...usual(), bare)).toEqual(expected);
  });

  test('what a page has added to every object is no option', () => {
    const expected = engine.scaledDotProductAttention(...usual(), {});
    Object.prototype.addedByThePage = () => 1;
    try {
      expect(engine.scaledDotProductAttention(...usual(), {}).output.data).toEqual(expected.output.data);
    } finally {
      delete Object.prototype.addedByThePage;
    }
  });

  test.each([[['encoder.0.self_attention.query.weight']], [Symbol('name')], [Object.create(null)], [5n], [undefined]])(
    'a parameter of a model by %p',
    async (name) => {
      const { weights, config } = filesOf('bert');
      const model = await engine.loadPretrained({ weights, config });
      expect(() => model.parameter(name)).toThrow(/^name: expected a parameter of the model, as .*, got /);
      model.dispose();
    },
  );

  test('a getter that disposes of what reads it', async () => {
    const layer = engine.createMultiheadAttention({ embedDim: 4, numHeads: 1 });
    const x = lcg(1, [1, 2, 4]);
    const disposing = (each) => ({
      get scale() {
        each.dispose();
        return 1;
      },
    });
    expect(() => layer.forward(x, x, x, disposing(layer))).toThrow('this multi-head attention has been disposed of');
    // The engine is disposed of while the call reads its arguments, that is after the check that the engine can be
    // used; the call must notice it.
    const own = await createEngine({ build });
    expect(() => own.scaledDotProductAttention(...usual(), disposing(own))).toThrow(
      'disposed of while the arguments of a call were read',
    );
  });

  const shrinks = [
    ['query', (q, options) => engine.scaledDotProductAttention(q, lcg(2, SHAPE), lcg(3, SHAPE), options)],
    ['key', (k, options) => engine.scaledDotProductAttention(lcg(1, SHAPE), k, lcg(3, SHAPE), options)],
    ['value', (v, options) => engine.traceAttention(lcg(1, SHAPE), lcg(2, SHAPE), v, options)],
    [
      'out',
      (o, options) =>
        engine.scaledDotProductAttention(
          ...usual(),
          Object.defineProperties({ out: o.data }, Object.getOwnPropertyDescriptors(options)),
        ),
    ],
  ];
  test.each(shrinks)('a buffer that a getter shrinks: %s', (name, call) => {
    const given = resizable(SHAPE);
    engine.traceAttention(...usual());
    const options = {
      get isCausal() {
        given.buffer.resize(8);
        return true;
      },
    };
    expect(() => call(given, options)).toThrow(RangeError);
    const again = resizable(SHAPE);
    const detaching = {
      get isCausal() {
        structuredClone(again.buffer, { transfer: [again.buffer] });
        return true;
      },
    };
    expect(() => call(again, detaching)).toThrow(new RegExp(`^${name}.*(expected 16|got 0)`));
  });

  test('a mask and projections whose buffers a later getter shrinks', () => {
    const mask = new Uint8Array(new ArrayBuffer(16, { maxByteLength: 16 }));
    const options = {
      mask: { allow: { data: mask, shape: [4, 4] } },
      get needWeights() {
        mask.buffer.resize(0);
        return false;
      },
    };
    expect(() => engine.scaledDotProductAttention(...usual(), options)).toThrow(
      /^mask\.allow\.data: .*(got 0|length changed)/,
    );
    const projection = resizable([2, 4]);
    const variant = {
      kind: 'linformer',
      rank: 2,
      keyProjection: projection,
      get valueProjection() {
        projection.buffer.resize(4);
        return lcg(1, [2, 4]);
      },
    };
    expect(() => engine.scaledDotProductAttention(...usual(), { variant })).toThrow(/^variant\.keyProjection/);
  });

  test('an array with a length of its own', () => {
    const [query, key, value] = usual();
    const expected = engine.scaledDotProductAttention(query, key, value).output;
    const lying = (data) =>
      Object.defineProperties(data.slice(), {
        length: { value: 16 },
        subarray: { value: () => new Float32Array(16) },
        set: { value: () => undefined },
      });
    const given = { data: lying(query.data), shape: SHAPE };
    expect(engine.scaledDotProductAttention(given, key, value).output).toEqual(expected);
    const short = { data: Object.defineProperty(new Float32Array(4), 'length', { value: 16 }), shape: SHAPE };
    expect(() => engine.scaledDotProductAttention(short, key, value)).toThrow(about('query.data', 4));
    const out = lying(new Float32Array(16));
    expect(engine.scaledDotProductAttention(query, key, value, { out }).output.data).toBe(out);
    expect(Array.from({ length: 16 }, (_, at) => out[at])).toEqual([...expected.data]);
    expect(() =>
      engine.scaledDotProductAttention(query, key, value, {
        out: Object.defineProperty(new Float32Array(3), 'length', { value: 16 }),
      }),
    ).toThrow(about('out.length', 3));
    class Short extends Float32Array {
      get length() {
        return 16;
      }
    }
    expect(() => engine.matmul({ data: new Short(2), shape: [4, 4] }, tensor([1, 2, 3, 4], [4, 1]))).toThrow(
      about('a.data', 2),
    );
  });

  test('what only has the prototype of an array is none', () => {
    const [, key, value] = usual();
    const fake = { data: Object.create(Float32Array.prototype), shape: SHAPE };
    expect(() => engine.scaledDotProductAttention(fake, key, value)).toThrow(
      /^query\.data: expected a Float32Array, a Float64Array or an array, got/,
    );
  });

  test('getters and proxies are asked once', () => {
    const [query, key, value] = usual();
    const reads = {};
    const counting = (object, name) =>
      new Proxy(object, {
        get(target, property) {
          if (typeof property === 'string') reads[`${name}.${property}`] = (reads[`${name}.${property}`] ?? 0) + 1;
          return target[property];
        },
      });
    const options = counting(
      { isCausal: true, out: new Float32Array(16), scale: 0.5, keyLengths: counting([3], 'keyLengths') },
      'options',
    );
    const shape = counting([...SHAPE], 'shape');
    engine.scaledDotProductAttention(counting({ data: query.data, shape }, 'query'), key, value, options);
    expect(Object.entries(reads).filter(([, count]) => count > 1)).toEqual([]);
  });

  test('the inputs of a backward pass and its shapes are those that were checked', () => {
    const [query, key, value] = usual();
    let reads = 0;
    const changing = {
      data: query.data,
      get shape() {
        return reads++ === 0 ? SHAPE : [1, 1, 16, 1];
      },
    };
    expect(engine.attentionBackward(changing, key, value, lcg(4, SHAPE)).query.shape).toEqual(SHAPE);
  });

  test.each([
    [
      'a shape with holes',
      () => engine.matmul({ data: new Float32Array(4), shape: Object.assign(new Array(2), [4]) }, lcg(1, [1, 4])),
      /^a\.shape\[1\]: expected a number, got undefined|^b\.shape/,
    ],
    [
      'a huge shape',
      () => engine.matmul({ data: new Float32Array(4), shape: new Array(2 ** 32 - 1) }, lcg(1, [1, 4])),
      /^a\.shape: expected at most/,
    ],
    [
      'keyLengths with holes',
      () => engine.traceAttention(...usual(), { keyLengths: new Array(1) }),
      about('keyLengths[0]', undefined),
    ],
    [
      'huge keyLengths',
      () => engine.traceAttention(...usual(), { keyLengths: new Array(2 ** 32 - 1) }),
      /^keyLengths: expected at most/,
    ],
    [
      'global tokens with holes',
      () => engine.traceAttention(...usual(), { pattern: { kind: 'window', window: 1, global: new Array(2) } }),
      /^pattern\.global\[0\]/,
    ],
    [
      'huge global tokens',
      () => engine.traceAttention(...usual(), { pattern: { kind: 'window', window: 1, global: new Array(1e9) } }),
      /^pattern\.global: expected at most/,
    ],
    [
      'a name that is no text',
      () => engine.traceAttention(...usual(), { isCausal: { constructor: { name: Symbol('x') } } }),
      /^isCausal: expected true, false or 'lower-right', got an object/,
    ],
    [
      'a value that throws',
      () =>
        engine.traceAttention(...usual(), {
          isCausal: new Proxy(
            {},
            {
              ownKeys() {
                throw new Error('mine');
              },
            },
          ),
        }),
      /^isCausal: expected true, false or 'lower-right', got an object/,
    ],
    [
      'patternMask of 1e12 tokens',
      () => engine.patternMask({ kind: 'window', window: 1 }, 1e12),
      /^out of memory: seqLen/,
    ],
    ['saturation without headDim', () => engine.saturation({ keys: 3 }), about('headDim')],
    [
      'an exercise without an engine',
      () => checkExercise(null, ...usual(), {}),
      /^engine: expected an engine, got null/,
    ],
    ['an exercise with null as options', () => checkExercise(engine, ...usual(), {}, null), about('options', null)],
    [
      'an exercise with a Map as options',
      () => checkExercise(engine, ...usual(), {}, new Map([['tolerance', 1]])),
      /^options: expected an object of options, got a Map/,
    ],
    [
      'an exercise whose first step is wrong, and whose later ones are none',
      () => checkExercise(engine, ...usual(), { scores: lcg(5, SHAPE), weights: 'all' }),
      about('steps.weights', 'all'),
    ],
  ])('%s', (_, call, message) => {
    expect(call).toThrow(message);
    const { output } = engine.scaledDotProductAttention(...usual());
    expect(output.data.every(Number.isFinite)).toBe(true);
  });

  test('a saturation of 200,000 keys', () => {
    const { largestWeight, entropy } = engine.saturation({ headDim: 1, keys: 200_000, queries: 1 });
    expect(largestWeight).toBeGreaterThan(0);
    expect(entropy).toBeLessThanOrEqual(Math.log(200_000));
  });
});
