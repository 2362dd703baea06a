// Weights with less precision than float32. A model with weights in 16 bits, as in the file, gives the same results as
// with these weights in float32, bit for bit; a model with weights in int8 gives about those of the quantized weights
// in float32.
import { readFileSync } from 'node:fs';
import { toHalf } from '../../../web/engine/core/precision.js';
import { BUILDS, engines } from '../engines.mjs';
import { safetensors } from '../../safety/model-file.mjs';

const FIXTURES = new URL('../../fixtures/models/', import.meta.url);
const STORIES = new URL('../../../models/stories/', import.meta.url);

const float = new Float32Array(1);
const floatBits = new Uint32Array(float.buffer);

/** Functions from a float32 number to its 16 bits, by data type. */
const TO_16_BITS = {
  F16: toHalf,
  BF16: (number) => {
    float[0] = number;
    return floatBits[0] >>> 16;
  },
};

/** Rounds each row in place to multiples of 1/127 of its largest magnitude. */
function quantizeRows(numbers, columns) {
  for (let row = 0; row < numbers.length; row += columns) {
    const values = numbers.subarray(row, row + columns);
    const scale = Math.fround(Math.max(...values.map(Math.abs)) / 127);
    if (scale > 0) values.forEach((value, at) => (values[at] = Math.round(value / scale) * scale));
  }
}

/**
 * Files of a tiny float32 model in which the matrices are stored in another data type.
 * @param write encodes a matrix: ({ numbers, columns }) => { dtype, bytes }
 */
function filesOf(name, write) {
  const part = (file) => readFileSync(new URL(`${name}/${file}`, FIXTURES));
  const bytes = part('model.safetensors');
  const start = 8 + Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.subarray(8, start));
  delete header.__metadata__;
  const bodies = [];
  let end = 0;
  const rewritten = Object.entries(header)
    .sort(([, a], [, b]) => a.data_offsets[0] - b.data_offsets[0])
    .map(
      ([
        key,
        {
          shape,
          dtype,
          data_offsets: [from, to],
        },
      ]) => {
        expect(dtype).toBe('F32');
        const stored = bytes.subarray(start + from, start + to);
        const numbers = new Float32Array(Uint8Array.from(stored).buffer);
        const entry = shape.length === 2 ? write({ numbers, columns: shape[1] }) : { dtype, bytes: stored };
        bodies.push(entry.bytes);
        end += entry.bytes.length;
        return [key, { shape, dtype: entry.dtype, data_offsets: [end - entry.bytes.length, end] }];
      },
    );
  return {
    weights: safetensors(Object.fromEntries(rewritten), Buffer.concat(bodies)),
    config: new Blob([part('config.json')]),
  };
}

const in16Bits = (dtype) =>
  function write({ numbers }) {
    return { dtype, bytes: Buffer.from(Uint16Array.from(numbers, TO_16_BITS[dtype]).buffer) };
  };
const asTheyAre = ({ numbers }) => ({ dtype: 'F32', bytes: Buffer.from(numbers.buffer) });
function quantized({ numbers, columns }) {
  quantizeRows(numbers, columns);
  return asTheyAre({ numbers });
}

const IDS = [1, 5, 7, 2, 9, 4];
const kindOf = (model) => (model.layers.decoder > 0 ? 'decoder' : 'encoder');

/** All results of a model, for many tokens at once and for one token at a time. */
function resultsOf(model) {
  const isTranslation = model.layers.cross > 0;
  const run = model.run(IDS, isTranslation ? { target: IDS } : {});
  const hasLogits = model.layers.decoder > 0;
  const generated = hasLogits ? [...model.generate(IDS, { maxTokens: 8 })] : [];
  return {
    output: run.output.data,
    logits: hasLogits ? run.logits.data : [],
    attention: run.attention(kindOf(model), 0).data,
    ids: generated.map(({ id }) => id),
    probabilities: generated.map(({ probability }) => probability),
  };
}

/**
 * Tolerance for int8 weights, with which activations are also rounded: to steps of a row's maximum / 8191. The error is
 * 1/(8191·√12) of the maximum, or 9e-5 standard deviations for normal numbers with a maximum of 2.5 standard
 * deviations. About ten products follow one another, and softmax amplifies the error if scores are peaked.
 */
const ROUNDING_OF_ROWS = 1e-3;

const squares = (numbers) => numbers.reduce((sum, number) => sum + number * number, 0);
const relativeError = (a, b) => Math.sqrt(squares(a.map((number, at) => number - b[at])) / squares(b));

async function withModels(engine, cases, use) {
  const models = await Promise.all(cases.map(([files, options]) => engine.loadPretrained(files, options)));
  try {
    await use(...models);
  } finally {
    for (const model of models) model.dispose();
  }
}

// Model families that together have all layouts of matrices: transposed (GPT-2), interleaved heads (GPT-NeoX), grouped
// queries (Llama), factorized embeddings (ALBERT), four norms (Gemma 2), relative-position biases (T5).
const FAMILIES = ['albert', 'bart', 'bert', 'gemma2', 'gpt2', 'gpt-neox', 'llama', 'marian', 't5'];

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];

  describe.each(FAMILIES)('%s', (name) => {
    test.each(['F16', 'BF16'])('kept as stored in %s, it equals float32 bit for bit', async (dtype) => {
      const files = filesOf(name, in16Bits(dtype));
      await withModels(engine, [[files], [files, { precision: 'stored' }]], (whole, stored) => {
        expect(resultsOf(stored)).toEqual(resultsOf(whole));
        const value = `${kindOf(whole)}.0.self_attention.value.weight`;
        expect(stored.parameter(value)).toEqual(whole.parameter(value));
      });
    });

    test('weights stored in float32 stay in float32', async () => {
      const files = filesOf(name, asTheyAre);
      await withModels(engine, [[files, { precision: 'stored' }], [files]], (stored, whole) => {
        expect(resultsOf(stored)).toEqual(resultsOf(whole));
      });
    });

    test('int8 is within half a step of each weight, and its results are close to float32', async () => {
      const files = filesOf(name, asTheyAre);
      await withModels(engine, [[files, { precision: 'int8' }], [files]], (small, whole) => {
        const query = `${kindOf(whole)}.0.self_attention.query.weight`;
        const [{ data: found }, { data: expected, shape }] = [small.parameter(query), whole.parameter(query)];
        const columns = shape[1];
        let different = 0;
        for (let row = 0; row < shape[0]; ++row) {
          const values = expected.subarray(row * columns, (row + 1) * columns);
          const step = Math.max(...values.map(Math.abs)) / 127;
          values.forEach((value, column) => {
            const error = Math.abs(found[row * columns + column] - value);
            expect(error).toBeLessThanOrEqual(0.5001 * step);
            if (error > 0) ++different;
          });
        }
        expect(different).toBeGreaterThan(0);
        // Tolerance between int8 weights and the original ones: rounding to steps of max/127 has an error of
        // max/(127·√12) per weight, about 0.5% of the standard deviation of normal weights in rows of 16. About ten
        // products follow one another in two layers, and their squared errors add up; cross-attention (Marian) and
        // peaked scores (Gemma 2) amplify them.
        expect(relativeError(resultsOf(small).output, resultsOf(whole).output)).toBeLessThan(0.05);
      });
    });
  });

  test.each(FAMILIES.filter((name) => name !== 'gpt2'))(
    '%s with quantized weights gives the same in int8 and float32',
    async (name) => {
      const files = filesOf(name, quantized);
      await withModels(engine, [[files, { precision: 'int8' }], [files]], (small, whole) => {
        const [found, expected] = [resultsOf(small), resultsOf(whole)];
        expect(relativeError(found.output, expected.output)).toBeLessThan(ROUNDING_OF_ROWS);
        expect(relativeError(found.attention, expected.attention)).toBeLessThan(ROUNDING_OF_ROWS);
        expect(found.ids).toEqual(expected.ids);
        found.probabilities.forEach((each, at) =>
          expect(Math.abs(each - expected.probabilities[at])).toBeLessThan(4e-4),
        );
      });
    },
  );

  test('the story model, stored in int8, is kept in int8', async () => {
    const part = (file) => new Blob([readFileSync(new URL(file, STORIES))]);
    const files = { weights: part('model.safetensors'), config: part('config.json') };
    const before = engine.heapSize;
    const sizes = [];
    for (const precision of ['float32', 'stored', 'int8']) {
      const model = await engine.loadPretrained(files, { precision });
      sizes.push(engine.heapSize - before);
      model.dispose();
    }
    const [whole, stored, small] = sizes;
    expect(stored).toBe(small);
    expect(stored).toBeLessThan(whole / 3);
    await withModels(engine, [[files, { precision: 'stored' }], [files]], (kept, widened) => {
      const [found, expected] = [resultsOf(kept), resultsOf(widened)];
      expect(relativeError(found.logits, expected.logits)).toBeLessThan(ROUNDING_OF_ROWS);
      expect(found.ids).toEqual(expected.ids);
    });
  });
});

describe.each([
  ['int8', asTheyAre],
  ['stored', in16Bits('F16')],
  ['stored', in16Bits('BF16')],
])('for a model kept in fewer bits: %s', (precision, write) => {
  const engine = engines.simd;

  test.each(['bart', 'bert', 'gpt2', 'llama'])(
    '%s: reading one head equals reading it from all heads',
    async (name) => {
      await withModels(engine, [[filesOf(name, write), { precision }]], (model) => {
        const run = model.run(IDS, model.layers.cross > 0 ? { target: IDS } : {});
        for (const [attention, layers] of Object.entries(model.layers)) {
          if (layers === 0) continue;
          const { weights, output } = run.layer(attention, layers - 1);
          const [heads, queries, keys] = weights.shape;
          for (let head = 0; head < heads; ++head) {
            const trace = run.trace(attention, layers - 1, head);
            expect(trace.weights.shape).toEqual([queries, keys]);
            expect(trace.weights.data).toEqual(weights.data.slice(head * queries * keys, (head + 1) * queries * keys));
            expect(trace.output.shape).toEqual([queries, trace.value.shape[1]]);
          }
          expect(output.shape).toEqual([queries, model.embedDim]);
        }
      });
    },
  );

  test('a trainer rejects it, and its file, and says what it accepts', async () => {
    const files = filesOf('llama', write);
    const bytes = new Uint8Array(await files.weights.arrayBuffer());
    const data = () => ({ batch: 1, tokens: 2, inputs: Int32Array.of(1, 2), targets: Int32Array.of(2, 3) });
    const untrained = { vocabularySize: 8, layers: 1, numHeads: 1, embedDim: 8, maxTokens: 8 };
    const trainer = await engine.createTrainer({ model: untrained, data });
    await withModels(engine, [[files, { precision }]], async (model) => {
      const expected = resultsOf(model);
      await expect(engine.createTrainer({ model, data })).rejects.toThrow(
        /^model: expected the options of a model, which is trained from random weights; got a PretrainedModel$/,
      );
      expect(() => trainer.load(model)).toThrow(
        /^file: expected a Uint8Array or an ArrayBuffer, got a PretrainedModel$/,
      );
      expect(() => trainer.load(bytes)).toThrow(/^weights: metadata: model: expected that of a saved trainer/);
      expect(() => trainer.restore(model)).toThrow(/^snapshot: expected a Float32Array, got a PretrainedModel$/);
      expect(resultsOf(model)).toEqual(expected);
    });
    expect(trainer.step()).toMatchObject({ loss: expect.any(Number) });
    trainer.dispose();
  });
});

test('another precision is rejected, and the engine stays usable', async () => {
  const files = filesOf('llama', asTheyAre);
  await expect(engines.simd.loadPretrained(files, { precision: 'int4' })).rejects.toThrow('precision: expected');
  await withModels(engines.simd, [[files]], (model) => expect(model.run(IDS).tokens).toHaveLength(IDS.length));
});

test('numbers that are not finite are rejected in every precision', async () => {
  const files = filesOf('llama', ({ numbers }) => {
    numbers[3] = NaN;
    return in16Bits('F16')({ numbers });
  });
  for (const precision of ['float32', 'stored', 'int8']) {
    await expect(engines.simd.loadPretrained(files, { precision })).rejects.toThrow(
      /^weights: .*: expected a finite number, got NaN/,
    );
  }
});
