// Transformer layers, compared with PyTorch, in one pass and token by token.
import { BUILDS, engines } from './engines.mjs';
import { fixture, largestDifference } from './fixtures.mjs';
import { about } from '../about.mjs';

const { arrays, embedDim, numHeads, feedforwardDim } = fixture('transformer_layers');
const { x, memory } = arrays;
const sizes = { embedDim, numHeads, feedforwardDim };

const PARTS = ['self_attn.', 'linear1.', 'linear2.', 'norm1.', 'norm2.'];
const weightsOf = (...more) =>
  Object.fromEntries(
    Object.entries(arrays).filter(
      ([name]) => name.includes('.') && [...PARTS, ...more].some((part) => name.startsWith(part)),
    ),
  );
const encoderWeights = weightsOf();
const decoderWeights = weightsOf('multihead_attn.', 'norm3.');
const modernWeights = Object.fromEntries(
  Object.entries(weightsOf('up.')).filter(([name]) => !/norm\d\.bias/.test(name)),
);

/** One entry of a batch as a batch of size 1, [1, …]. */
const entryOf = ({ data, shape: [batch, ...shape] }, entry) => {
  const size = data.length / batch;
  return { data: data.subarray(entry * size, (entry + 1) * size), shape: [1, ...shape] };
};
/** The first rows of a batch entry, as a batch of size 1, [1, rows, embedDim]. */
const firstRows = (tensor, entry, rows) => {
  const { data } = entryOf(tensor, entry);
  return { data: data.subarray(0, rows * embedDim), shape: [1, rows, embedDim] };
};

const isClose = (given, expected) => {
  expect(given.shape).toEqual(expected.shape);
  expect(largestDifference(given.data, expected.data)).toBeLessThanOrEqual(1e-5);
};

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];
  const using = (config, work) => {
    const layer = engine.createTransformerLayer({ ...sizes, ...config });
    try {
      return work(layer);
    } finally {
      layer.dispose();
    }
  };

  describe.each([
    ['post', false],
    ['pre', true],
  ])('%s-norm', (order, normFirst) => {
    test.each(['relu', 'gelu'])('TransformerEncoderLayer, %s, with padding', (activation) => {
      using({ normFirst, activation, weights: encoderWeights }, (layer) => {
        isClose(layer.forward(x), arrays[`encoder-${order}-${activation}`]);
        isClose(layer.forward(x, { keyLengths: [6, 4] }), arrays[`encoder-${order}-${activation}-padded`]);
      });
    });

    test.each(['relu', 'gelu'])('TransformerDecoderLayer, %s, over a memory', (activation) => {
      using({ kind: 'decoder', normFirst, activation, weights: decoderWeights }, (layer) => {
        isClose(layer.forward(x, { memory, isCausal: true }), arrays[`decoder-${order}-${activation}`]);
      });
    });

    test('memoryKeyLengths: padded memory entries have no effect', () => {
      using({ kind: 'decoder', normFirst, weights: decoderWeights }, (layer) => {
        const lengths = [2, 4];
        const { data } = layer.forward(x, { memory, memoryKeyLengths: lengths, isCausal: true });
        lengths.forEach((length, entry) => {
          const alone = layer.forward(entryOf(x, entry), { memory: firstRows(memory, entry, length), isCausal: true });
          const size = alone.data.length;
          expect(largestDifference(data.subarray(entry * size, (entry + 1) * size), alone.data)).toBeLessThan(2e-6);
        });
        expect(largestDifference(data, layer.forward(x, { memory, isCausal: true }).data)).toBeGreaterThan(0.01);
      });
    });

    test('step by step with a cache equals forward', () => {
      using({ kind: 'decoder', normFirst, weights: decoderWeights }, (layer) => {
        const [target, source] = [entryOf(x, 1), entryOf(memory, 1)];
        const whole = layer.forward(target, { memory: source, isCausal: true });
        layer.begin(source);
        const tokens = target.shape[1];
        for (let token = 0; token < tokens; token++) {
          const at = [token * embedDim, (token + 1) * embedDim];
          const output = layer.step({ data: target.data.subarray(...at), shape: [1, 1, embedDim] });
          expect(largestDifference(output.data, whole.data.subarray(...at))).toBeLessThan(2e-6);
        }
      });
    });
  });

  test('RMSNorm and SwiGLU', () => {
    using({ normFirst: true, norm: 'rms', activation: 'swiglu', weights: modernWeights }, (layer) => {
      isClose(layer.forward(x, { isCausal: true }), arrays['rms-swiglu']);
    });
  });

  test('errors name the argument and leak no memory', () => {
    const create = (config) => () => engine.createTransformerLayer({ ...sizes, weights: encoderWeights, ...config });
    const before = engine.heapSize;
    const incomplete = { ...encoderWeights };
    delete incomplete['norm1.bias'];
    expect(create({ weights: incomplete })).toThrow("weights['norm1.bias']: expected an object, got undefined");
    expect(create({ weights: decoderWeights })).toThrow(/^weights: .*'multihead_attn.in_proj_weight'/);
    expect(create({ weights: { ...encoderWeights, 'linear1.bias': x } })).toThrow(/^weights\['linear1.bias'\].shape/);
    expect(create({ numHeads: 5 })).toThrow(about('embedDim', 24));
    expect(create({ activation: 'tanh' })).toThrow(/^activation: expected one of/);
    expect(engine.heapSize).toBe(before);
    using({ weights: encoderWeights }, (layer) => {
      expect(() => layer.forward(x, { memory })).toThrow('memory: expected none for an encoder layer, got one');
      expect(() => layer.forward(x, { memoryKeyLengths: [1, 2] })).toThrow(
        'memoryKeyLengths: expected none for an encoder layer, got some',
      );
      expect(() => layer.step(x)).toThrow('no sequence has begun: call begin() first');
      layer.begin();
      expect(() => layer.step(x)).toThrow('x.shape: expected [1, 1, 24], got [2, 6, 24]');
    });
    using({ kind: 'decoder', weights: decoderWeights }, (layer) => {
      expect(() => layer.forward(x)).toThrow(about('memory', undefined));
      const padded = (memoryKeyLengths) => () => layer.forward(x, { memory, memoryKeyLengths });
      expect(padded([1])).toThrow('memoryKeyLengths: expected 2 lengths, one per batch entry, got 1');
      expect(padded([1, 6])).toThrow(about('memoryKeyLengths[1]', 6));
      expect(padded(3)).toThrow(about('memoryKeyLengths', 3));
      layer.dispose();
      expect(() => layer.forward(x, { memory })).toThrow('this layer has been disposed of');
    });
  });
});
