// Invalid files of pretrained models: each gets an error that names the file and the part that is wrong, before memory
// is allocated. The engine, and another model that is in use, still work afterwards.
import { readFileSync } from 'node:fs';
import { engines } from '../engine/engines.mjs';
import { safetensors } from './model-file.mjs';
import { about } from '../about.mjs';

const engine = engines.simd;
const read = (name, part) => readFileSync(new URL(`../fixtures/models/${name}/${part}`, import.meta.url));

/**
 * Files of a tiny model.
 * @param change changes the contents of the files before they are written: header, body, config
 */
function filesOf(name, change = () => undefined) {
  const bytes = read(name, 'model.safetensors');
  const start = 8 + Number(bytes.readBigUInt64LE(0));
  const parts = {
    header: JSON.parse(bytes.subarray(8, start)),
    body: Buffer.from(bytes.subarray(start)),
    config: JSON.parse(read(name, 'config.json')),
  };
  change(parts);
  return { weights: safetensors(parts.header, parts.body), config: new Blob([JSON.stringify(parts.config)]) };
}

const set =
  (field, value) =>
  ({ config }) =>
    (config[field] = value);

const CASES = [
  ['llama', 'no family', set('model_type', undefined), about('config.model_type', undefined)],
  ['llama', 'another family', set('model_type', 'mamba'), about('config.model_type')],
  ['llama', 'a billion layers', set('num_hidden_layers', 1e9), /^config\.num_hidden_layers: .*1024.*got 1000000000/],
  ['llama', 'half a layer', set('num_hidden_layers', 1.5), /^config\.num_hidden_layers/],
  [
    'llama',
    'one layer too many',
    set('num_hidden_layers', 3),
    /^weights: expected a tensor layers\.2\.input_layernorm/,
  ],
  ['llama', 'one layer too few', set('num_hidden_layers', 1), /^weights: .*the model only, got 'layers\.1\./],
  ['llama', 'huge vectors', set('hidden_size', 2 ** 53), /^config\.hidden_size/],
  [
    'llama',
    'other vectors',
    set('hidden_size', 32),
    /^weights: embed_tokens\.weight: expected \[23, 32\], got \[23, 16\]/,
  ],
  [
    'llama',
    'another vocabulary',
    set('vocab_size', 4_000_000),
    /^weights: embed_tokens\.weight: expected \[4000000, 16\]/,
  ],
  ['llama', 'heads that do not share', set('num_key_value_heads', 3), about('config.num_key_value_heads')],
  ['llama', 'an odd head', set('head_dim', 5), about('config.head_dim', 5)],
  ['llama', 'another activation', set('hidden_act', 'mish'), about('config.hidden_act')],
  ['llama', 'an epsilon of 0', set('rms_norm_eps', 0), about('config.rms_norm_eps', 0)],
  ['llama', 'a window', set('sliding_window', 8), about('config.sliding_window')],
  [
    'llama',
    'stretched positions',
    set('rope_scaling', { rope_type: 'longrope' }),
    about('config.rope_scaling.rope_type'),
  ],
  [
    'yarn',
    'bounds that do not differ',
    ({ config }) => (config.rope_parameters.beta_fast = 1),
    about('config.rope_parameters.beta_fast', 1),
  ],
  [
    'yarn',
    'a length in which nothing turns',
    ({ config }) => (config.rope_parameters.original_max_position_embeddings = 1),
    about('config.rope_parameters.original_max_position_embeddings', 1),
  ],
  ['gemma2', 'too few kinds of layers', set('layer_types', ['full_attention']), about('config.layer_types')],
  [
    'gemma3',
    'layers of another kind',
    ({ config }) => (config.layer_types[1] = 'chunked_attention'),
    about('config.layer_types[1]'),
  ],
  [
    'gemma3',
    'attention to what follows',
    set('use_bidirectional_attention', true),
    /^config\.use_bidirectional_attention/,
  ],
  [
    'gemma3',
    'scaled positions in local layers',
    ({ config }) => (config.rope_parameters.sliding_attention.rope_type = 'linear'),
    about('config.rope_parameters.sliding_attention.rope_type'),
  ],
  [
    'gpt-neo',
    'a pattern of layers for others',
    ({ config }) => {
      delete config.attention_layers;
      config.attention_types = [[['global', 'local'], 2]];
    },
    about('config.attention_types'),
  ],
  [
    'llama3',
    'no length to stretch from',
    ({ config }) => (config.rope_parameters.original_max_position_embeddings = 0),
    about('config.rope_parameters.original_max_position_embeddings', 0),
  ],
  [
    'llama3',
    'factors that do not differ',
    ({ config }) => (config.rope_parameters.high_freq_factor = 1),
    about('config.rope_parameters.high_freq_factor', 1),
  ],
  [
    'llama-linear',
    'no factor',
    ({ config }) => delete config.rope_parameters.factor,
    /^config\.rope_parameters\.factor/,
  ],
  [
    'gpt-neox',
    'an odd share of the numbers turned',
    ({ config }) => (config.rope_parameters.partial_rotary_factor = 0.4),
    about('config.rope_parameters.partial_rotary_factor', 0.4),
  ],
  [
    'qwen3',
    'no norm of the queries',
    ({ header }) => {
      const name = 'model.layers.0.self_attn.q_norm.weight';
      header['model.layers.0.self_attn.other.weight'] = header[name];
      delete header[name];
    },
    /^weights: expected a tensor layers\.0\.self_attn\.q_norm\.weight/,
  ],
  ['gpt2', 'heads that do not divide', set('n_head', 4), about('config.n_embd', 18)],
  ['gpt2', 'positions that the file has not', set('n_positions', 65), /^weights: wpe\.weight: expected \[65, 18\]/],
  ['gpt2', 'scales by layer', set('scale_attn_by_inverse_layer_idx', true), /^config\.scale_attn_by_inverse_layer_idx/],
  ['bert', 'relative positions', set('position_embedding_type', 'relative_key'), /^config\.position_embedding_type/],
  ['roberta', 'no positions after padding', set('pad_token_id', 30), about('config.max_position_embeddings')],
  ['bart', 'heads that differ', set('decoder_attention_heads', 4), about('config.decoder_attention_heads')],
  ['bart', 'a head of its own', set('tie_word_embeddings', false), about('config.tie_word_embeddings')],
  ['bart', 'a start that is no token', set('decoder_start_token_id', 23), about('config.decoder_start_token_id', 23)],
  ['bart', 'a first token that is none', set('forced_bos_token_id', 23), about('config.forced_bos_token_id')],
  ['marian', 'padding that is no token', set('pad_token_id', 1e5), about('config.pad_token_id')],
  ['albert', 'groups of layers', set('num_hidden_groups', 2), about('config.num_hidden_groups')],
  [
    'marian',
    'two embeddings',
    set('share_encoder_decoder_embeddings', false),
    about('config.share_encoder_decoder_embeddings'),
  ],
  ['t5', 'another feed-forward layer', set('feed_forward_proj', 'gated-relu'), about('config.feed_forward_proj')],
  [
    't5',
    'an odd number of buckets',
    set('relative_attention_num_buckets', 6),
    about('config.relative_attention_num_buckets', 6),
  ],
  [
    't5',
    'distances below the buckets',
    set('relative_attention_max_distance', 4),
    /^config\.relative_attention_max_distance/,
  ],
  [
    't5',
    'more buckets than the file has',
    set('relative_attention_num_buckets', 16),
    /relative_attention_bias\.weight: expected \[16, 2\], got \[8, 2\]/,
  ],
  [
    'llama',
    'a tensor of integers',
    ({ header }) => (header['model.norm.weight'].dtype = 'I32'),
    about('weights: norm.weight: dtype'),
  ],
  [
    'llama',
    'two tensors of one name',
    ({ header }) => {
      header['norm.weight'] = header['lm_head.weight']; // there is also a model.norm.weight
      delete header['lm_head.weight'];
    },
    /^weights: .*expected one tensor norm\.weight, got two/,
  ],
  ['llama', 'a truncated file', (parts) => (parts.body = parts.body.subarray(0, -4)), /^weights: expected \d+ bytes/],
  ['llama-bf16', 'NaN', ({ body }) => body.fill(0xff, 0, 2), /^weights: .*expected a finite number, got NaN/],
];

test.each(CASES)('%s: %s', async (name, _what, change, message) => {
  const model = await engine.loadPretrained(filesOf(name));
  const before = engine.heapSize;
  await expect(engine.loadPretrained(filesOf(name, change))).rejects.toThrow(message);
  expect(engine.heapSize).toBe(before);
  expect(model.run([5, 6, 7]).output.shape).toEqual([3, model.embedDim]);
  model.dispose();
});

test('tensors that are not part of the computation may be there, of any type', async () => {
  const bytes = read('gpt2', 'model.safetensors');
  const start = 8 + Number(bytes.readBigUInt64LE(0));
  const header = { 'h.0.attn.bias': { dtype: 'BOOL', shape: [1, 1, 4, 4], data_offsets: [0, 16] } };
  for (const [name, entry] of Object.entries(JSON.parse(bytes.subarray(8, start)))) {
    if (entry.data_offsets) header[name] = { ...entry, data_offsets: entry.data_offsets.map((at) => at + 16) };
  }
  const weights = safetensors(header, Buffer.concat([Buffer.alloc(16), bytes.subarray(start)]));
  const model = await engine.loadPretrained({ ...filesOf('gpt2'), weights });
  model.dispose();
});

/**
 * A tokenizer.json whose tokens are single characters.
 * @param change changes its contents before it is written
 */
function tokenizerOf(change) {
  const vocab = Object.fromEntries([...'▁abcdefgh'].map((token, id) => [token, id]));
  const none = { added_tokens: [], normalizer: null, pre_tokenizer: null, post_processor: null, decoder: null };
  const json = { ...none, model: { type: 'BPE', vocab, merges: [] } };
  change(json);
  return new Blob([JSON.stringify(json)]);
}

test.each([
  ['an id that the model does not have', ({ model }) => (model.vocab.c = 23), /the id of 'c': .* from 0 to 22, got 23/],
])('a tokenizer with %s is refused when it gives it', async (_, change, message) => {
  const model = await engine.loadPretrained({ ...filesOf('llama'), tokenizer: tokenizerOf(change) });
  expect(() => model.run('abcx').candidates(0, 23)).toThrow(message); // the error message lists every token
  expect(model.run([1, 2]).output.shape).toEqual([2, model.embedDim]);
  model.dispose();
});

test.each([
  ['replacement', (long) => ({ pre_tokenizer: { type: 'Metaspace', replacement: long, prepend_scheme: 'always' } })],
  ['content', (long) => ({ normalizer: { type: 'Replace', pattern: { String: ' ' }, content: long } })],
  ['prepend', (long) => ({ normalizer: { type: 'Sequence', normalizers: [{ type: 'Prepend', prepend: long }] } })],
])('a tokenizer that makes texts thousands of times as long is refused: its %s', async (field, change) => {
  const tokenizer = tokenizerOf((json) => Object.assign(json, change('a'.repeat(70_000))));
  const loading = engine.loadPretrained({ ...filesOf('llama'), tokenizer });
  await expect(loading).rejects.toThrow(`${field}: expected at most 256 characters, got 70000`);
  await expect(loading).rejects.toThrow(/^tokenizer\./);
});

test('arguments that are wrong are named', async () => {
  const model = await engine.loadPretrained(filesOf('llama'));
  const bert = await engine.loadPretrained(filesOf('bert'));
  expect(() => model.run('a text')).toThrow(/^text: expected the ids of tokens.*without a tokenizer/);
  expect(() => model.run([])).toThrow(/^text: expected at least one token, got none/);
  expect(() => model.run([1, 23])).toThrow(/^text\[1\]: .*got 23/);
  expect(() => model.run(Array(65).fill(1))).toThrow(/^text: expected at most 64 tokens, got 65/);
  expect(() => model.run([1], { target: [2] })).toThrow(/^target: expected none/);
  expect(() => model.run([1]).layer('encoder', 0)).toThrow(/^layer/);
  expect(() => bert.run([1, 2], { tokenTypes: [1] })).toThrow(/^tokenTypes: expected 2, one for each token, got 1/);
  expect(() => bert.run([1, 2], { tokenTypes: [1, 2] })).toThrow(/^tokenTypes\[1\]/);
  expect(() => bert.run([1], { tokenTypes: [0, 0, 0] })).toThrow(/^tokenTypes/);
  for (const [options, message] of [
    [{ temperature: -1 }, /^temperature: expected at least 0, got -1/],
    [{ temperature: NaN }, /^temperature/],
    [{ temperature: 1, topK: 0 }, /^topK/],
    [{ temperature: 1, topP: 0 }, /^topP: expected above 0/],
    [{ temperature: 1, topP: 1.5 }, /^topP/],
    [{ temperature: 1, seed: -1 }, /^seed/],
    [{ maxTokens: 0 }, /^maxTokens/],
    [{ beams: 2 }, /unknown option 'beams'/],
  ]) {
    expect(() => model.generate([1], options)).toThrow(message);
  }
  expect([...model.generate(Array(64).fill(5))]).toHaveLength(1); // only the last position is free
  model.dispose();
  expect(() => model.run([1])).toThrow(/disposed/);
  bert.dispose();
  await expect(engine.loadPretrained()).rejects.toThrow(/^weights: expected a URL or a Blob/);
});
