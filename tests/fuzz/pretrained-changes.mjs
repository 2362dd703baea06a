// Random changes to the parts of a pretrained model (weights, config, tokenizer), or to the bytes of its files.
import { changeJson, typo } from './changed-json.mjs';
import { changeHeader } from './safetensors-header.mjs';
import { TOKENIZER_PROGRAMS } from './tokenizer-programs.mjs';

const bytesOf = (value, length) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)));
  return bytes.subarray(0, length);
};
const LENGTHS = [0, 1, 7, 8, 255, 65_535, 2 ** 24 + 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53, -1, -(2 ** 31)];

/** Random byte position in a file, usually near the beginning, where the header is. */
const placeIn = (random, { length }) =>
  random.int(0, Math.max(0, random.chance(0.7) ? Math.min(length - 1, 2000) : length - 1));

const ofWeights = (change) => (parts, random) =>
  parts.edits.push((all) => {
    const at = random.int(0, all.weights.length - 1);
    all.weights[at] = change(all.weights[at], random);
  });

const inPlace = (change) =>
  ofWeights((bytes, random) => {
    if (bytes.length > 0) change(bytes, random);
    return bytes;
  });

/** Changes to the bytes of a weight file that apply to files of any format. */
const BYTES = [
  ofWeights((bytes, random) => bytes.subarray(0, placeIn(random, bytes))),
  ofWeights((bytes, random) => bytes.subarray(0, Math.max(0, bytes.length - random.int(1, 9)))),
  ofWeights((bytes, random) => Buffer.concat([bytes, Buffer.alloc(random.pick([1, 4, 32, 70_000]))])),
  inPlace((bytes, random) => (bytes[placeIn(random, bytes)] ^= 1 << random.int(0, 7))),
  inPlace((bytes, random) => (bytes[placeIn(random, bytes)] = random.int(0, 255))),
  inPlace((bytes, random) =>
    bytesOf(random.pick(LENGTHS), random.pick([1, 2, 4, 8])).copy(bytes, placeIn(random, bytes)),
  ),
  inPlace((bytes, random) => bytes.copy(bytes, placeIn(random, bytes), placeIn(random, bytes))),
];

/** Changes to the options that are passed to loadPretrained. */
const LOADING = [
  (parts, random) => (parts.options = { precision: random.pick(['stored', 'int8', 'int8', 'int4', null]) }),
  (parts, random) => (parts.options = { layers: random.pick([1, 1, 1, 2, 3, 1e9, 0, -1, 2 ** 53, null, '1']) }),
  (parts, random) => {
    const text = random.pick([[1, 2, 3], [0], [22, 22], [], [23], [2 ** 31], new Array(70).fill(1), 'a cab', '', null]);
    parts.options = { ...parts.options, text };
  },
];

const changeConfig = ({ config }, random) => changeJson(random, config);

const SAFETENSORS = [
  changeConfig,
  changeConfig,
  changeConfig,
  ({ files }, random) => changeHeader(random, random.pick(files).header),
  ({ files }, random) => changeHeader(random, random.pick(files).header),
  ({ files }, random) => changeJson(random, random.pick(files).header),
  ({ files }, random) => {
    const { body } = random.pick(files);
    const number = random.pick([0x7fc00000, 0x7f800000, 0xff800000, 0x7f7fffff, 0x00000001]);
    body.writeUInt32LE(number, 4 * random.int(0, Math.floor(body.length / 4) - 1));
  },
  inPlace((bytes, random) => bytesOf(random.pick([...LENGTHS, bytes.length, bytes.length - 8]), 8).copy(bytes)),
  (parts, random) =>
    parts.edits.push((all) => {
      const part = random.pick(['config', 'tokenizer']);
      if (all[part]) all[part] = Buffer.from(typo(random, all[part].toString()));
    }),
  (parts, random) => {
    const at = random.int(0, parts.files.length - 1);
    const halves = split(random, parts.files[at]);
    parts.files.splice(at, 1, ...halves);
  },
  ({ files }, random) => files.splice(random.int(0, files.length - 1), 1),
  ({ files }, random) => files.push(random.pick(files)),
  ({ files }) => files.reverse(),
  ...BYTES,
  ...LOADING,
];

/** Splits the tensors of one safetensors file randomly between two files. */
function split(random, { header, body }) {
  const halves = [0, 1].map(() => ({ header: {}, body: [], end: 0 }));
  for (const [name, entry] of Object.entries(header)) {
    const half = random.pick(halves);
    const [begin, end] = entry.data_offsets;
    half.header[name] = { ...entry, data_offsets: [half.end, half.end + end - begin] };
    half.body.push(body.subarray(begin, end));
    half.end += end - begin;
  }
  return halves.map((half) => ({ header: half.header, body: Buffer.concat(half.body) }));
}

// Changes to the metadata and tensors of a GGUF file.

const VALUES = [
  0,
  1,
  3,
  7,
  64,
  1024,
  65_536,
  2 ** 22,
  1e9,
  2 ** 32 - 1,
  0.5,
  -2.5,
  1e-30,
  true,
  false,
  '',
  'none',
  'yarn',
];
const TOKENS = ['', 'a', 'ab', '▁', 'Ġ', '<0x41>', '1', '\ud800', 'é', 'ab'.repeat(3000), '__proto__'];
const metadataKey = ({ gguf }, random) => random.pick(Object.keys(gguf.metadata));

const GGUF = [
  (parts, random) => delete parts.gguf.metadata[metadataKey(parts, random)],
  (parts, random) => (parts.gguf.metadata[metadataKey(parts, random)] = random.pick(VALUES)),
  (parts, random) => (parts.gguf.metadata[metadataKey(parts, random)] = random.pick(VALUES)),
  (parts, random) => {
    const { metadata } = parts.gguf;
    metadata[metadataKey(parts, random)] = metadata[metadataKey(parts, random)];
  },
  ({ gguf }, random) => {
    const more = [
      'general.alignment',
      'llama.rope.scaling.type',
      'llama.rope.scaling.factor',
      'llama.attention.sliding_window',
    ];
    gguf.metadata[random.pick([...more, 'tokenizer.ggml.add_bos_token'])] = random.pick(VALUES);
  },
  ({ gguf: { metadata } }, random) => {
    const list = random.pick(Object.values(metadata).filter(Array.isArray));
    const at = random.int(0, list.length);
    if (random.chance(0.3)) list.splice(at, 1);
    else list[at] = random.pick(random.chance(0.8) && typeof list[0] === 'string' ? TOKENS : VALUES);
  },
  ({ gguf: { metadata } }, random) => {
    const list = random.pick(Object.values(metadata).filter(Array.isArray));
    for (let more = random.pick([1, 100, 30_000]); more > 0; more--) list.push(list[random.int(0, 5)] ?? 'a');
  },
  ({ gguf }, random) => (gguf.metadata['general.architecture'] = random.pick(['llama', 'qwen2', 'qwen3', 'mamba', ''])),
  ({ gguf: { tensors } }, random) => tensors.delete(random.pick([...tensors.keys()])),
  ({ gguf: { tensors } }, random) => {
    const [name, other] = [random.pick([...tensors.keys()]), random.pick([...tensors.keys(), 'rope_freqs.weight'])];
    tensors.set(other, tensors.get(name));
  },
  ({ gguf: { tensors } }, random) => {
    const tensor = random.pick([...tensors.values()]);
    const ways = [
      () => (tensor.shape = tensor.shape.toReversed()),
      () => (tensor.shape = [...tensor.shape, 1]),
      () => (tensor.shape = tensor.shape.map((size) => random.pick([size, 0, 1, 2 ** 31, 2 ** 53]))),
      () => (tensor.type = random.int(0, 40)),
      () => (tensor.bytes = tensor.bytes.subarray(0, random.int(0, tensor.bytes.length))),
      () => tensor.bytes.fill(random.int(0, 255)),
      () => (tensor.shift = random.pick([-64, -32, -4, -1, 1, 4, 32, 64, 2 ** 20])),
    ];
    random.pick(ways)();
  },
  ({ gguf }, random) => (gguf.version = random.pick([0, 1, 2, 3, 4, 2 ** 32 - 1])),
  ...BYTES,
  ...BYTES,
  ...LOADING,
];

// Changes to a tokenizer.json, and to the text that it splits.

const TEXTS = [
  'the cab',
  '',
  ' ',
  'a'.repeat(300),
  'é你好😀',
  '\ud800x',
  '<s>[CLS]</s>',
  'ab\n\tc  d',
  '\0',
  '1234',
  '[UNK] the',
];

const TOKENIZER = [
  ...new Array(8).fill(({ tokenizer }, random) => changeJson(random, tokenizer)),
  ...new Array(3).fill(({ tokenizer }, random) => changeJson(random, tokenizer.model)),
  (parts, random) => (parts.text = random.pick(TEXTS)),
  (parts, random) => {
    const text = random.pick(TEXTS);
    parts.text = text;
    parts.options = { layers: 1, text };
  },
  (parts, random) => parts.edits.push((all) => (all.tokenizer = Buffer.from(typo(random, all.tokenizer.toString())))),
  ...TOKENIZER_PROGRAMS,
];

// Faults of simulated servers and disks, which deliver other bytes than those of the file.

const habit = (name, values) => (parts, random) => {
  parts.habits = { ...parts.habits, [name]: random.pick(values) };
};

const SERVED = [
  habit('ranges', ['ignored', 'unsaid', 'refused', 'shifted', 'another total', 'garbled', 'unknown total', 'short']),
  habit('ranges', ['ignored', 'unsaid', 'refused', 'shifted', 'another total', 'garbled', 'unknown total', 'short']),
  habit('length', ['unsaid', 'too small', 'too large', 'garbled']),
  habit('body', ['short', 'long', 'broken', 'none', 'with empty parts', 'endless', 'silent']),
  habit('config', ['endless', 'silent', 'broken']),
  habit('tokenizer', ['endless', 'silent', 'broken']),
  habit('status', [204, 206, 301, 404, 500]),
  habit('part', [1000, 70_000, 2 ** 22]),
  habit('changed', [1, 1, 2]),
  habit('says', ['last-modified']),
  habit('failing', [1, 2]),
  habit('disk', ['short', 'long', 'unreadable', 'changed', 'larger']),
  habit('disk', ['short', 'long', 'unreadable', 'changed', 'larger']),
  // Number of the event (a request, or a part of a response) at which loading is aborted.
  habit('aborted', [0, 1, 2, 3, 5, 10, 20]),
  ...LOADING,
];

export const CHANGES = { safetensors: SAFETENSORS, gguf: GGUF, tokenizer: TOKENIZER, served: SERVED };
