// GGUF files: dequantized blocks are compared with those of the Python package gguf (tests/fixtures/make_gguf.py), and
// models that are written as GGUF in llama.cpp's layout with the same models as safetensors.
import { readFileSync } from 'node:fs';
import { gguf } from '../../gguf.mjs';
import { BLOCK_TYPES } from '../../../web/engine/weights/dequantize.js';
import { readTensor } from '../../../web/engine/parameters/load-parameters.js';
import { inMemory, readNow } from '../../../web/engine/weights/reading.js';
import { Safetensors } from '../../../web/engine/weights/safetensors.js';
import { engines } from '../engines.mjs';
import { about } from '../../about.mjs';

const engine = engines.simd;
const F32 = 0;

describe.each(JSON.parse(readFileSync(new URL('../../fixtures/gguf-types.json', import.meta.url))))(
  '$name',
  ({ type, name, bytes, values }) => {
    test('is read like the reference', () => {
      const stored = Buffer.from(bytes, 'base64');
      const file = new DataView(stored.buffer, stored.byteOffset, stored.length);
      const block = BLOCK_TYPES.get(type);
      const expected = values.flat();
      expect(block.name).toBe(name);
      expect((expected.length / block.numbers) * block.bytes).toBe(stored.length);
      const found = new Float32Array(expected.length);
      for (let index = 0; index < found.length / block.numbers; ++index) {
        block.read(file, index * block.bytes, found, index * block.numbers);
      }
      found.forEach((value, index) => expect(value).toBeCloseTo(expected[index], 5));
    });
  },
);

// Folder of a fixture model, or of the story model; from its files, the test writes a GGUF file.

const folderOf = (name) =>
  new URL(name === 'stories' ? '../../../models/stories/' : `../../fixtures/models/${name}/`, import.meta.url);
const partOf = (name, part) => readFileSync(new URL(part, folderOf(name)));
const filesOf = (name) => ({
  weights: new Blob([partOf(name, 'model.safetensors')]),
  config: new Blob([partOf(name, 'config.json')]),
});

/**
 * Rows of a matrix [rows, columns] in llama.cpp's order for rotary positions: within each head, rows of its first and
 * of its second half alternate.
 */
function inTurn({ data, shape: [, columns] }, headDim) {
  const half = headDim / 2;
  const from = (row) => {
    const within = row % headDim;
    return row - within + (within % 2) * half + (within >> 1);
  };
  return Float32Array.from(data, (_, at) => data[from(Math.floor(at / columns)) * columns + (at % columns)]);
}

const NAMES = [
  [/^model\.embed_tokens/, 'token_embd'],
  [/^model\.norm/, 'output_norm'],
  [/^lm_head/, 'output'],
  [/^model\.layers/, 'blk'],
  [/self_attn\.([qk])_norm/, 'attn_$1_norm'],
  [/self_attn\.([qkv])_proj/, 'attn_$1'],
  [/self_attn\.o_proj/, 'attn_output'],
  [/input_layernorm/, 'attn_norm'],
  [/post_attention_layernorm/, 'ffn_norm'],
  [/mlp\.(gate|up|down)_proj/, 'ffn_$1'],
];

/** GGUF metadata and float32 tensors of a model, made from its safetensors file and config.json. */
function partsOf(name) {
  const config = JSON.parse(partOf(name, 'config.json'));
  const bytes = partOf(name, 'model.safetensors');
  const header = JSON.parse(bytes.subarray(8, 8 + Number(bytes.readBigUInt64LE(0))));
  const file = readNow(Safetensors.open(inMemory(new Uint8Array(bytes).buffer)));
  const headDim = config.head_dim ?? config.hidden_size / config.num_attention_heads;
  const isLlama = config.model_type === 'llama';
  const tensors = Object.keys(header)
    .filter((key) => key !== '__metadata__' && !key.endsWith('.scale'))
    .map((key) => {
      const tensor = readNow(readTensor(file.find(key, header[key].shape)));
      const isTurned = isLlama && /\.[qk]_proj\.weight/.test(key);
      const data = isTurned ? inTurn(tensor, headDim) : tensor.data;
      const renamed = NAMES.reduce((all, [pattern, short]) => all.replace(pattern, short), key);
      return [renamed, { shape: header[key].shape, type: F32, bytes: Buffer.from(data.buffer) }];
    });
  const of = (key) => `${config.model_type}.${key}`;
  const metadata = {
    'general.architecture': config.model_type,
    [of('embedding_length')]: config.hidden_size,
    [of('block_count')]: config.num_hidden_layers,
    [of('attention.head_count')]: config.num_attention_heads,
    [of('attention.head_count_kv')]: config.num_key_value_heads,
    [of('attention.key_length')]: headDim,
    [of('feed_forward_length')]: config.intermediate_size,
    [of('attention.layer_norm_rms_epsilon')]: config.rms_norm_eps,
    [of('context_length')]: config.max_position_embeddings,
    [of('rope.dimension_count')]: headDim,
    [of('rope.freq_base')]: (config.rope_parameters ?? config).rope_theta,
    [of('vocab_size')]: config.vocab_size,
  };
  return { metadata, tensors: new Map(tensors), config };
}

const BYTES = {
  'tokenizer.ggml.model': 'gpt2',
  'tokenizer.ggml.tokens': [...'0123456789abcdefghijklm'],
  'tokenizer.ggml.merges': [],
};

/**
 * GGUF file of a model.
 * @param change function that modifies metadata and tensors before they are written
 */
function fileOf(name, change = () => undefined) {
  const parts = partsOf(name);
  Object.assign(parts.metadata, BYTES);
  change(parts);
  return gguf(parts.metadata, [...parts.tensors], { version: parts.version ?? 3 });
}
const load = (bytes, more = {}) => engine.loadPretrained({ weights: new Blob([bytes]), ...more });

describe('a model', () => {
  test.each(['llama', 'llama-linear', 'qwen2', 'qwen3'])('%s computes the same as from safetensors', async (name) => {
    const scaling = ({ metadata, config }) => {
      const { rope_type: kind, factor } = config.rope_parameters;
      if (kind === 'linear') {
        Object.assign(metadata, { 'llama.rope.scaling.type': kind, 'llama.rope.scaling.factor': factor });
      }
    };
    const [expected, found] = [await engine.loadPretrained(filesOf(name)), await load(fileOf(name, scaling))];
    const ids = [3, 1, 4, 1, 5, 9, 2, 6];
    const [one, other] = [expected.run(ids), found.run(ids)];
    for (const layer of [0, 1]) {
      const weights = other.attention('decoder', layer).data;
      one.attention('decoder', layer).data.forEach((value, at) => expect(weights[at]).toBeCloseTo(value, 5));
    }
    const logits = other.logits.data;
    one.logits.data.forEach((value, at) => expect(logits[at]).toBeCloseTo(value, 4));
    expect(found.tokenize('3a').map(({ id }) => id)).toEqual([3, 10]);
    expected.dispose();
    found.dispose();
  });

  test('its parts may be in several files', async () => {
    const { weights, config } = filesOf('llama');
    const bytes = Buffer.from(await weights.arrayBuffer());
    const start = 8 + Number(bytes.readBigUInt64LE(0));
    const header = JSON.parse(bytes.subarray(8, start));
    const { safetensors } = await import('../../safety/model-file.mjs');
    const part = (names) => {
      let end = 0;
      const entries = names.map((name) => {
        const [from, to] = header[name].data_offsets;
        const begin = end;
        end += to - from;
        return [name, { ...header[name], data_offsets: [begin, end] }];
      });
      const body = names.map((name) => bytes.subarray(...header[name].data_offsets.map((offset) => start + offset)));
      return safetensors(Object.fromEntries(entries), Buffer.concat(body));
    };
    const names = Object.keys(header).filter((name) => name !== '__metadata__');
    const shards = [part(names.slice(0, 7)), part(names.slice(7))];
    const [whole, sharded] = [
      await engine.loadPretrained({ weights, config }),
      await engine.loadPretrained({ weights: shards, config }),
    ];
    expect(sharded.run([1, 2, 3]).logits.data).toEqual(whole.run([1, 2, 3]).logits.data);
    whole.dispose();
    sharded.dispose();
    await expect(engine.loadPretrained({ weights: [shards[0]], config })).rejects.toThrow(
      /expected a tensor .*got none/,
    );
    await expect(engine.loadPretrained({ weights: [shards[0], ...shards], config })).rejects.toThrow(
      /expected one tensor .*, got one in each of two files/,
    );
    await expect(engine.loadPretrained({ weights: [], config })).rejects.toThrow(/^weights: expected a file/);
  });
});

describe('the tokenizer', () => {
  test('of subwords with scores equals that of tokenizer.json', async () => {
    const { vocab } = JSON.parse(partOf('stories', 'tokenizer.json')).model;
    const tokens = Object.keys(vocab).sort((a, b) => vocab[a] - vocab[b]);
    const bytes = fileOf('stories', ({ metadata }) => {
      delete metadata['tokenizer.ggml.merges'];
      Object.assign(metadata, {
        'tokenizer.ggml.model': 'llama',
        'tokenizer.ggml.tokens': tokens,
        'tokenizer.ggml.scores': tokens.map((_, id) => -id - 0.5),
        'tokenizer.ggml.token_type': tokens.map((_, id) => (id === 0 ? 2 : id < 3 ? 3 : 1)),
        'tokenizer.ggml.bos_token_id': 1,
        'tokenizer.ggml.eos_token_id': 2,
        'tokenizer.ggml.unknown_token_id': 0,
      });
    });
    const tokenizer = new Blob([partOf('stories', 'tokenizer.json')]);
    const expected = await engine.loadPretrained({ ...filesOf('stories'), tokenizer });
    const found = await load(bytes);
    for (const text of ['Once upon a time', ' Tim said: “Hello!”  ', '你好, little cat', 'x', '']) {
      expect(found.tokenize(text)).toEqual(expected.tokenize(text));
    }
    const write = (model) =>
      [...model.generate('Once upon a time', { maxTokens: 20 })].map((each) => each.text).join('');
    expect(write(found)).toBe(write(expected));
    expected.dispose();
    found.dispose();
  });

  // The token '12' can only be used if the text is split into numbers of several digits, as in GPT-2 and Llama 3, and
  // not into single digits, as in SmolLM2 and Qwen2.
  test.each([
    ['gpt-2', true],
    ['llama-bpe', true],
    ['smollm', false],
    ['qwen2', false],
  ])('of bytes splits like %s', async (pre, areJoined) => {
    const tokens = [...'0123456789abcdefghijkl', '12'];
    const model = await load(
      fileOf('llama', ({ metadata }) =>
        Object.assign(metadata, {
          'tokenizer.ggml.pre': pre,
          'tokenizer.ggml.tokens': tokens,
          'tokenizer.ggml.merges': ['1 2'],
        }),
      ),
    );
    expect(model.tokenize('a12').map(({ text }) => text)).toEqual(areJoined ? ['a', '12'] : ['a', '1', '2']);
    model.dispose();
  });
});

const without =
  (key) =>
  ({ metadata }) =>
    delete metadata[key];
const saying =
  (key, value) =>
  ({ metadata }) =>
    (metadata[key] = value);
const tensor =
  (name, change) =>
  ({ tensors }) =>
    tensors.set(name, { ...tensors.get(name), ...change });

const shifted = (name, shift) => tensor(name, { shift });
const lastCutOff = ({ tensors }) => tensor([...tensors.keys()].at(-1), { bytes: Buffer.alloc(4) })({ tensors });

describe('an invalid file is rejected by name', () => {
  test.each([
    ['version 1', (parts) => (parts.version = 1), /^weights: expected GGUF version 2 or 3, got 1/],
    ['no architecture', without('general.architecture'), about('weights: general.architecture')],
    ['another', saying('general.architecture', 'mamba'), /^weights: general\.architecture: .*got the string 'mamba'/],
    ['no size', without('llama.embedding_length'), /^weights: config\.hidden_size/],
    ['a billion layers', saying('llama.block_count', 1e9), /^weights: config\.num_hidden_layers: .*got 1000000000/],
    ['half of a head', saying('llama.rope.dimension_count', 2), /^weights: llama\.rope\.dimension_count: .*got 2/],
    ['a window', saying('llama.attention.sliding_window', 8), /^weights: config\.sliding_window: expected none.*got 8/],
    ['yarn', saying('llama.rope.scaling.type', 'yarn'), /^weights: config\.rope_scaling\.rope_type: .*'yarn'/],
    ['no alignment', saying('general.alignment', 0), /^weights: general\.alignment/],
    ['no tokens', without('tokenizer.ggml.tokens'), about('weights: tokenizer.ggml.tokens')],
    [
      'a token of a whole text',
      ({ metadata }) => {
        const tokens = [...metadata['tokenizer.ggml.tokens'].slice(1), 'a'.repeat(200_000)];
        const begin = { 'tokenizer.ggml.bos_token_id': 1, 'tokenizer.ggml.scores': tokens.map(() => 0) };
        Object.assign(metadata, begin, { 'tokenizer.ggml.model': 'llama', 'tokenizer.ggml.tokens': tokens });
      },
      about('weights: tokenizer.ggml.tokens[22]', 200000),
    ],
    ['no merges', without('tokenizer.ggml.merges'), about('weights: tokenizer.ggml.merges')],
    ['other cuts', saying('tokenizer.ggml.pre', 'poro'), /^weights: tokenizer\.ggml\.pre: .*'poro'/],
    ['another tokenizer', saying('tokenizer.ggml.model', 'bert'), /^weights: tokenizer\.ggml\.model: .*'bert'/],
    [
      'a tensor less',
      ({ tensors }) => tensors.delete('blk.1.ffn_up.weight'),
      /^weights: expected a tensor layers\.1\.mlp/,
    ],
    [
      'a tensor more',
      tensor('rope_freqs.weight', { shape: [1], type: F32, bytes: Buffer.alloc(4) }),
      /got 'rope_freqs/,
    ],
    [
      'another type',
      tensor('blk.0.attn_q.weight', { type: 16 }),
      /^weights: layers\.0\.self_attn\.q_proj\.weight: .*type 16/,
    ],
    [
      'another shape',
      tensor('blk.0.attn_q.weight', { shape: [16, 24] }),
      /q_proj\.weight: expected \[24, 16\], got \[16, 24\]/,
    ],
    ['half blocks', tensor('blk.0.attn_q.weight', { type: 8 }), /a multiple of 32 numbers, as Q8_0 has, got 16/],
    [
      'tensors that overlap',
      shifted('blk.0.attn_q.weight', -32),
      /^weights: \S+q_proj\.weight: its bytes overlap: expected them to begin at \d+, got \d+$/,
    ],
    [
      'a gap',
      shifted('blk.0.attn_q.weight', 32),
      /^weights: \S+q_proj\.weight: its bytes leave a gap: expected them to begin at/,
    ],
    [
      'an unaligned tensor',
      shifted('blk.0.attn_q.weight', 4),
      /^weights: \S+q_proj\.weight: its bytes are not aligned: expected/,
    ],
    [
      'two tensors in one place',
      shifted('output_norm.weight', -1472),
      /^weights: norm\.weight: its bytes overlap: expected them to begin at/,
    ],
    [
      'an alignment of 24',
      saying('general.alignment', 24),
      /^weights: general\.alignment: expected a power of 2, got 24/,
    ],
    ['bytes missing', lastCutOff, /expected \d+ bytes, got 32 up to the end of the file/],
    [
      'no number',
      tensor('output_norm.weight', { bytes: Buffer.from(new Float32Array(16).fill(NaN).buffer) }),
      /^weights: norm/,
    ],
  ])('%s', async (_, change, message) => {
    await expect(load(fileOf('llama', change))).rejects.toThrow(message);
  });

  test('data after the tensors, and duplicate keys', async () => {
    const whole = fileOf('llama');
    const more = Buffer.concat([whole, Buffer.alloc(64)]);
    await expect(load(more)).rejects.toThrow(
      /^weights: expected the end of the file after the tensors, got 64 more bytes$/,
    );
    const same = fileOf('llama', ({ metadata }) => (metadata['llama.block_couns'] = 2));
    same.write('llama.block_count', same.indexOf('llama.block_couns'));
    await expect(load(same)).rejects.toThrow(/^weights: llama\.block_count: expected one value, got two$/);
  });

  test('too many list elements', async () => {
    const lists = Object.fromEntries(
      Array.from({ length: 6 }, (_, at) => [`general.list${at}`, new Array(2 ** 20).fill(true)]),
    );
    const bytes = fileOf('llama', ({ metadata }) => Object.assign(metadata, lists));
    await expect(load(bytes)).rejects.toThrow(
      /^weights: general\.list\d: expected at most 4194304 elements of all lists/,
    );
  });

  test('subwords with too many possible parts', async () => {
    const tokens = Array.from({ length: 600 }, (_, at) => String(at).padStart(256, 'a'));
    const bytes = fileOf('llama', ({ metadata }) =>
      Object.assign(metadata, {
        'tokenizer.ggml.model': 'llama',
        'tokenizer.ggml.tokens': tokens,
        'tokenizer.ggml.scores': tokens.map(() => 0),
        'tokenizer.ggml.bos_token_id': 1,
        'llama.vocab_size': 23,
      }),
    );
    await expect(load(bytes)).rejects.toThrow(
      /^weights: tokenizer\.ggml\.tokens: expected 33554432 characters of their parts/,
    );
  });

  test('so are additional files', async () => {
    const { config } = filesOf('llama');
    await expect(load(fileOf('llama'), { config })).rejects.toThrow(/^config: expected none beside a GGUF file/);
    const weights = [new Blob([fileOf('llama')]), new Blob([fileOf('llama')])];
    await expect(engine.loadPretrained({ weights })).rejects.toThrow(/^weights: expected one GGUF file, got 2 files/);
  });

  test('truncation or corruption gives an error that names it, or a working model', async () => {
    const whole = fileOf('llama');
    const begin = whole.length - partsOf('llama').tensors.size * 64;
    const outcomes = { refused: 0, loaded: 0 };
    for (let round = 0; round < 300; ++round) {
      const bytes = Buffer.from(whole);
      const at = (round * 7919) % (round % 3 === 0 ? begin : 1500); // more often in the header than in the tensors
      bytes[at] ^= 1 << (round % 8);
      const cut = round % 4 === 0 ? bytes.subarray(0, at) : bytes;
      try {
        const model = await load(cut);
        model.run([1, 2, 3]).attention('decoder', 1);
        model.dispose();
        outcomes.loaded++;
      } catch (error) {
        expect(error.message).toMatch(/^(weights|config|tokenizer|ids|text|logits|encoder output|output)\b/);
        outcomes.refused++;
      }
    }
    expect(outcomes.refused).toBeGreaterThan(100);
    expect(outcomes.loaded).toBeGreaterThan(10);
    const after = await load(whole);
    expect(after.run([1, 2]).logits.shape).toEqual([2, 23]);
    after.dispose();
  });
});
