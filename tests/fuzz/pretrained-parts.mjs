// Parts of pretrained models (headers, tensors, config, tokenizer, and the metadata of a GGUF file), which the fuzz
// tests change before they write them to files.
import { readFileSync, readdirSync } from 'node:fs';
import { BLOCK_TYPES } from '../../dist/engine/weights/dequantize.js';
import { gguf } from '../gguf.mjs';

const FIXTURES = new URL('../fixtures/models/', import.meta.url);
const STORIES = new URL('../../models/stories/', import.meta.url);
const NAMES = readdirSync(FIXTURES);

function readParts(folder) {
  const json = (name) => JSON.parse(readFileSync(new URL(name, folder)));
  const bytes = readFileSync(new URL('model.safetensors', folder));
  const start = 8 + Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.subarray(8, start));
  delete header.__metadata__;
  return {
    config: json('config.json'),
    tokenizer: folder === STORIES ? json('tokenizer.json') : null,
    files: [{ header, body: bytes.subarray(start) }],
  };
}

const known = new Map();

/** Copy of the parts of a fixture model or of the story model, which the caller may change. */
function partsOf(name) {
  if (!known.has(name)) known.set(name, readParts(name === 'stories' ? STORIES : new URL(`${name}/`, FIXTURES)));
  const { files, config, tokenizer } = known.get(name);
  return {
    name,
    config: structuredClone(config),
    tokenizer: structuredClone(tokenizer),
    files: files.map(({ header, body }) => ({ header: structuredClone(header), body: Buffer.from(body) })),
    // Changes that are made last, to the bytes of the written files: functions of { weights: [Buffer], config,
    // tokenizer }.
    edits: [],
    options: undefined,
    text: null,
  };
}

/**
 * Parts of a tiny GPT-2 whose weight file begins with 2 MB that the loader does not read, so that it sends Range
 * requests.
 */
function withUnread() {
  const parts = partsOf('gpt2');
  const [file] = parts.files;
  const unread = 2 ** 21;
  for (const entry of Object.values(file.header)) entry.data_offsets = entry.data_offsets.map((at) => at + unread);
  file.header['h.0.attn.bias'] = { dtype: 'U8', shape: [unread], data_offsets: [0, unread] };
  file.body = Buffer.concat([Buffer.alloc(unread), file.body]);
  return { ...parts, name: 'gpt2 with unread bytes' };
}

export const safetensorsParts = (random) => partsOf(random.pick(NAMES));

// Parts of a Llama as a GGUF file with tensors of all number types.

const [EMBED, HIDDEN] = [32, 256];
const CHARACTERS = [...'0123456789abcdefghijklm'];

/** Random bytes of a GGUF tensor whose blocks all represent finite numbers. */
function bytesOf(random, shape, type) {
  const { numbers, bytes } = BLOCK_TYPES.get(type);
  const size = shape.reduce((a, b) => a * b, 1);
  if (type === 0) return Buffer.from(random.tensor(shape, 0.3).data.buffer);
  return Buffer.alloc((size / numbers) * bytes, type === 30 ? 0x3c : 0x2c);
}

export function ggufParts(random) {
  const tensors = new Map();
  const types = [...BLOCK_TYPES.keys()];
  const add = (name, shape) => {
    const possible = types.filter((type) => shape.at(-1) % BLOCK_TYPES.get(type).numbers === 0);
    const type = shape.length === 1 ? 0 : random.pick(possible);
    tensors.set(`${name}.weight`, { shape, type, bytes: bytesOf(random, shape, type) });
  };
  add('token_embd', [CHARACTERS.length, EMBED]);
  add('output_norm', [EMBED]);
  for (const layer of [0, 1]) {
    for (const name of ['attn_norm', 'ffn_norm']) add(`blk.${layer}.${name}`, [EMBED]);
    for (const name of ['attn_q', 'attn_k', 'attn_v', 'attn_output']) add(`blk.${layer}.${name}`, [EMBED, EMBED]);
    for (const name of ['ffn_gate', 'ffn_up']) add(`blk.${layer}.${name}`, [HIDDEN, EMBED]);
    add(`blk.${layer}.ffn_down`, [EMBED, HIDDEN]);
  }
  const isOfBytes = random.chance(0.5);
  const metadata = {
    'general.architecture': 'llama',
    'llama.embedding_length': EMBED,
    'llama.block_count': 2,
    'llama.attention.head_count': 4,
    'llama.attention.head_count_kv': 2,
    'llama.attention.key_length': 8,
    'llama.feed_forward_length': HIDDEN,
    'llama.context_length': 64,
    'llama.rope.dimension_count': 8,
    'llama.rope.freq_base': 10_000,
    'llama.attention.layer_norm_rms_epsilon': 1e-5,
    'llama.vocab_size': CHARACTERS.length,
    'tokenizer.ggml.eos_token_id': 2,
    ...(isOfBytes
      ? {
          'tokenizer.ggml.model': 'gpt2',
          'tokenizer.ggml.pre': random.pick(['gpt-2', 'smollm', 'llama-bpe']),
          'tokenizer.ggml.tokens': [...CHARACTERS.slice(0, 22), '12'],
          'tokenizer.ggml.merges': ['1 2'],
        }
      : {
          'tokenizer.ggml.model': 'llama',
          'tokenizer.ggml.bos_token_id': 1,
          'tokenizer.ggml.tokens': ['<unk>', '<s>', '</s>', '▁', '▁a', 'a', 'b', 'ab', ...CHARACTERS.slice(0, 15)],
          'tokenizer.ggml.scores': CHARACTERS.map((_, id) => -id - 0.5),
          'tokenizer.ggml.token_type': CHARACTERS.map((_, id) => [2, 3, 3][id] ?? 1),
          'tokenizer.ggml.unknown_token_id': 0,
        }),
  };
  const parts = { name: 'gguf', files: [], config: null, tokenizer: null, edits: [], options: undefined, text: null };
  return { ...parts, gguf: { metadata, tensors, version: 3 } };
}

// Contents of tokenizer.json files whose vocabularies fit the tiny models.

const vocabularyOf = (tokens) => Object.fromEntries(tokens.map((token, id) => [token, id]));
const special = (content, id) => ({
  id,
  content,
  special: true,
  single_word: false,
  lstrip: false,
  rstrip: false,
});
const LETTERS = [...'abcdefghijklmnop'];

const TOKENIZERS = {
  bert: {
    added_tokens: [special('[CLS]', 1), special('[SEP]', 2)],
    normalizer: { type: 'BertNormalizer', clean_text: true, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: vocabularyOf(['[UNK]', '[CLS]', '[SEP]', ...LETTERS, '##a', '##b', '##t', 'the']),
    },
    post_processor: { type: 'BertProcessing', sep: ['[SEP]', 2], cls: ['[CLS]', 1] },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  },
  gpt2: {
    added_tokens: [special('<|endoftext|>', 22)],
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, use_regex: true },
    model: {
      type: 'BPE',
      merges: ['a b', 'Ġ a'],
      vocab: vocabularyOf(['Ġ', 'ab', 'Ġa', ...LETTERS, 't', 's', 'Ã', '<|endoftext|>']),
    },
    post_processor: { type: 'ByteLevel' },
    decoder: { type: 'ByteLevel' },
  },
  t5: {
    added_tokens: [special('<pad>', 0), special('</s>', 1), special('<unk>', 2)],
    normalizer: { type: 'NFKC' },
    pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always' },
    model: {
      type: 'Unigram',
      unk_id: 2,
      vocab: ['<pad>', '</s>', '<unk>', '▁', ...LETTERS, '▁a', 'ab', 'the'].map((token, id) => [token, -id / 3]),
    },
    post_processor: {
      type: 'TemplateProcessing',
      single: [{ Sequence: { id: 'A', type_id: 0 } }, { SpecialToken: { id: '</s>', type_id: 0 } }],
      special_tokens: { '</s>': { id: '</s>', ids: [1], tokens: ['</s>'] } },
    },
    decoder: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always' },
  },
};

/** Parts of a random model, including its tokenizer.json, for the attack on tokenizers. */
export function tokenizerParts(random) {
  const name = random.pick(['stories', ...Object.keys(TOKENIZERS)]);
  const parts = partsOf(name);
  if (name !== 'stories') parts.tokenizer = structuredClone({ version: '1.0', ...TOKENIZERS[name] });
  return { ...parts, text: 'the cab' };
}

/** Parts of a valid model, for the attack in which a faulty server or disk delivers its files. */
export function servedParts(random) {
  const make = random.pick([withUnread, withUnread, safetensorsParts, ggufParts]);
  return { ...make(random), isServed: true };
}

/** Bytes of a model's files, written from its parts. */
export function written({ files, gguf: said, config, tokenizer, edits }) {
  const json = (value) => (value === null ? null : Buffer.from(JSON.stringify(value)));
  const all = {
    weights: said
      ? [gguf(said.metadata, [...said.tensors], { version: said.version })]
      : files.map(({ header, body }) => {
          const text = Buffer.from(JSON.stringify(header));
          const length = Buffer.alloc(8);
          length.writeBigUInt64LE(BigInt(text.length));
          return Buffer.concat([length, text, body]);
        }),
    config: json(config),
    tokenizer: json(tokenizer),
  };
  for (const edit of edits) edit(all);
  return all;
}
