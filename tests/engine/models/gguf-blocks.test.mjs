// Models whose matrices stay in the quantized block formats of GGUF files, compared with models that have the same
// numbers in float32.
import { BLOCK_TYPES } from '../../../web/engine/weights/dequantize.js';
import { describeModel } from '../../../web/engine/pretrained/load.js';
import { toHalf } from '../../../web/engine/core/precision.js';
import { gguf } from '../../gguf.mjs';
import { BUILDS, engines } from '../engines.mjs';

const [EMBED, HIDDEN, HEADS, KV_HEADS, HEAD, LAYERS] = [256, 512, 4, 2, 64, 2];
// Tokens of the test model. Their number, 44, is not a multiple of the columns in a panel, the unit in which matrices
// are packed.
const TOKENS = [...'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGH'];
const IDS = [3, 1, 4, 1, 5, 9, 2, 6];
const F32 = 0;
/** Byte positions of the float16 scales and minimums in a block, by block type. */
const HALVES = { Q4_0: [0], Q4_1: [0, 2], Q5_0: [0], Q5_1: [0, 2], Q8_0: [0], Q4_K: [0, 2], Q5_K: [0, 2], Q6_K: [208] };
/** Largest drawn scale of a block, by block type, chosen so that the numbers are about 1/16. */
const SCALES = { Q4_0: 0.02, Q4_1: 0.01, Q5_0: 0.01, Q5_1: 0.005, Q8_0: 0.001, Q4_K: 3e-4, Q5_K: 2e-4, Q6_K: 6e-5 };
const TYPES = Object.keys(HALVES);
const numberOf = (name) => [...BLOCK_TYPES].find(([, type]) => type.name === name)[0];

function randomNumbers(seed) {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

function matrix(name, shape, seed) {
  const type = BLOCK_TYPES.get(numberOf(name));
  const random = randomNumbers(seed);
  const bytes = Buffer.alloc(((shape[0] * shape[1]) / type.numbers) * type.bytes);
  for (let at = 0; at < bytes.length; ++at) bytes[at] = Math.floor(256 * random());
  for (let block = 0; block < bytes.length; block += type.bytes) {
    const scale = SCALES[name] * (0.5 + 0.5 * random());
    HALVES[name].forEach((half, which) => bytes.writeUInt16LE(toHalf(which === 0 ? scale : scale / 3), block + half));
  }
  return { shape, type: numberOf(name), bytes };
}

const norm = () => ({ shape: [EMBED], type: F32, bytes: Buffer.from(new Float32Array(EMBED).fill(1).buffer) });

/**
 * GGUF file of a Llama with random matrices of the block type `name`.
 * @param broken name of a matrix in which a scale in row 9 is NaN
 */
function fileOf(name, { isTied = true, broken = '' } = {}) {
  let seed = 1;
  const blocks = (...shape) => matrix(name, shape, ++seed);
  const tensors = new Map([['token_embd.weight', blocks(TOKENS.length, EMBED)]]);
  for (let layer = 0; layer < LAYERS; ++layer) {
    const set = (part, tensor) => tensors.set(`blk.${layer}.${part}.weight`, tensor);
    set('attn_norm', norm());
    set('attn_q', blocks(HEADS * HEAD, EMBED));
    set('attn_k', blocks(KV_HEADS * HEAD, EMBED));
    set('attn_v', blocks(KV_HEADS * HEAD, EMBED));
    set('attn_output', blocks(EMBED, HEADS * HEAD));
    set('ffn_norm', norm());
    set('ffn_gate', blocks(HIDDEN, EMBED));
    set('ffn_up', blocks(HIDDEN, EMBED));
    set('ffn_down', blocks(EMBED, HIDDEN));
  }
  tensors.set('output_norm.weight', norm());
  if (!isTied) tensors.set('output.weight', blocks(TOKENS.length, EMBED));
  if (broken) {
    const type = BLOCK_TYPES.get(numberOf(name));
    const row = (EMBED / type.numbers) * type.bytes;
    tensors.get(broken).bytes.writeUInt16LE(0x7e00, 9 * row + HALVES[name].at(-1));
  }
  const metadata = {
    'general.architecture': 'llama',
    'llama.embedding_length': EMBED,
    'llama.block_count': LAYERS,
    'llama.attention.head_count': HEADS,
    'llama.attention.head_count_kv': KV_HEADS,
    'llama.feed_forward_length': HIDDEN,
    'llama.attention.layer_norm_rms_epsilon': 1e-5,
    'llama.context_length': 64,
    'llama.rope.freq_base': 10000.5,
    'tokenizer.ggml.model': 'gpt2',
    'tokenizer.ggml.tokens': TOKENS,
    'tokenizer.ggml.merges': [],
  };
  return new Blob([gguf(metadata, [...tensors])]);
}

/** Largest difference between two arrays, relative to the largest magnitude. */
function largestError(found, expected) {
  let [error, largest] = [0, 0];
  expected.forEach((value, at) => {
    error = Math.max(error, Math.abs(found[at] - value));
    largest = Math.max(largest, Math.abs(value));
  });
  return error / largest;
}

async function withModels(engine, weights, options, use) {
  const models = [];
  try {
    for (const each of options) models.push(await engine.loadPretrained({ weights }, each));
    await use(...models);
  } finally {
    for (const model of models) model.dispose();
  }
}
const BOTH = [{ precision: 'stored' }, { precision: 'float32' }];

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];

  describe.each(TYPES)('%s', (name) => {
    test('results and parameters are those of float32', async () => {
      await withModels(engine, fileOf(name), BOTH, (stored, whole) => {
        const [found, expected] = [stored.run(IDS), whole.run(IDS)];
        expect(largestError(found.logits.data, expected.logits.data)).toBeLessThan(1e-5);
        const weights = [found, expected].map((run) => run.attention('decoder', LAYERS - 1).data);
        expect(largestError(...weights)).toBeLessThan(1e-5);
        const written = [stored, whole].map((model) => [...model.generate(IDS, { maxTokens: 12 })]);
        expect(written[0].map(({ id }) => id)).toEqual(written[1].map(({ id }) => id));
        written[0].forEach(({ probability }, at) => expect(probability).toBeCloseTo(written[1][at].probability, 5));
        for (const parameter of ['decoder.tokens.weight', 'decoder.1.feed_forward.linear2.weight', 'output.weight']) {
          expect(largestError(stored.parameter(parameter).data, whole.parameter(parameter).data)).toBe(0);
        }
      });
    });

    test.each([true, false])('memory is little more than the file; tied output layer: %s', async (isTied) => {
      const weights = fileOf(name, { isTied });
      const before = engine.heapSize;
      await withModels(engine, weights, [{ precision: 'stored' }], () => {
        expect(engine.heapSize - before).toBeLessThan(1.2 * weights.size);
      });
      expect(engine.heapSize).toBe(before);
      const { memory } = await describeModel({ weights });
      expect(memory.stored).toBeGreaterThan(0.9 * weights.size);
      expect(memory.stored).toBeLessThan(1.05 * weights.size);
    });

    test('only the rows of a text, and the first layer', async () => {
      const part = { layers: 1, text: IDS };
      const options = BOTH.map((each) => ({ ...each, ...part }));
      await withModels(engine, fileOf(name), options, (stored, whole) => {
        const weights = [stored, whole].map((model) => model.run(IDS).attention('decoder', 0).data);
        expect(largestError(...weights)).toBeLessThan(1e-5);
      });
    });

    test('a scale that is not finite is an error that names the number', async () => {
      const weights = fileOf(name, { broken: 'blk.1.ffn_up.weight' });
      const before = engine.heapSize;
      await expect(engine.loadPretrained({ weights }, BOTH[0])).rejects.toThrow(
        /^weights: layers\.1\.mlp\.up_proj\.weight\[9, 0\]: expected a finite number, got NaN$/,
      );
      expect(engine.heapSize).toBe(before);
    });
  });
});
