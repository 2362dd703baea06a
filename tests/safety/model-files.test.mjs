// Files of a model are checked: names, shapes, lengths and numbers. The error for an invalid file names what is wrong
// in it.
import { createEngine } from 'attention-spotlight';
import { engines } from '../engine/engines.mjs';
import { header, modelFiles } from './model-file.mjs';
import { about } from '../about.mjs';

const engine = engines.simd;
const NAME = 'encoder.0.norm1.weight'; // a tensor in float16
const INT8 = 'encoder.0.feedforward.linear1.weight';
const entry = (change) => (parts) => change(parts.header[NAME], parts);
const half = (name, bits) => (parts) => parts.body.writeUInt16LE(bits, parts.header[name].data_offsets[0]);
const head = (change) => (parts) => change(parts.config.heads[0]);

const cases = [
  // Cases: invalid headers of the weight file.
  ['no JSON', (p) => (p.header = '{'), TypeError, /^weights: expected a safetensors file with a JSON header/],
  ['a header that is a list', (p) => (p.header = '[]'), TypeError, /^weights: expected a safetensors file/],
  ['a header that is null', (p) => (p.header = 'null'), TypeError, /^weights: expected a safetensors file/],
  [
    'a tensor that is null',
    (p) => (p.header[NAME] = null),
    TypeError,
    /\.norm\d\.weight: expected an object, got null/,
  ],
  [
    'offsets as texts',
    entry((e) => (e.data_offsets = e.data_offsets.map(String))),
    TypeError,
    /data_offsets\[0\]: expected a number, got the string/,
  ],
  ['one offset as a text', entry((e) => (e.data_offsets[0] = `${e.data_offsets[0]}`)), TypeError, /data_offsets\[0\]/],
  ['halves', entry((e) => (e.data_offsets = e.data_offsets.map((x) => x + 0.5))), RangeError, about('data_offsets[0]')],
  ['null', entry((e) => (e.data_offsets = [null, e.data_offsets[1]])), TypeError, about('data_offsets[0]', null)],
  ['three offsets', entry((e) => e.data_offsets.push(9)), RangeError, /data_offsets: expected at most 2/],
  ['one offset', entry((e) => e.data_offsets.pop()), RangeError, /data_offsets: expected 2 numbers/],
  ['offsets in the wrong order', entry((e) => e.data_offsets.reverse()), RangeError, /expected 192 bytes.*got -192/],
  [
    'an overlap',
    entry((e) => (e.data_offsets = e.data_offsets.map((x) => x - 2))),
    RangeError,
    /its bytes (overlap|leave a gap)/,
  ],
  [
    'a gap',
    (p) => (
      (p.header.more = { dtype: 'F16', shape: [1], data_offsets: [p.body.length + 2, p.body.length + 4] }),
      (p.body = Buffer.concat([p.body, Buffer.alloc(4)]))
    ),
    RangeError,
    /more: its bytes leave a gap/,
  ],
  [
    'trailing bytes',
    (p) => (p.body = Buffer.concat([p.body, Buffer.alloc(1)])),
    RangeError,
    /^weights: expected \d+ bytes after the header/,
  ],
  [
    'missing bytes',
    (p) => (p.body = p.body.subarray(0, -1)),
    RangeError,
    /^weights: expected \d+ bytes after the header/,
  ],
  ['a dtype that is not known', entry((e) => (e.dtype = 'F8')), RangeError, about('dtype')],
  [
    'a dtype of integers',
    entry((e) => (e.dtype = 'I16')),
    RangeError,
    /dtype: expected one of F32, F16, BF16, I8, got/,
  ],
  [
    'a dtype of another length',
    entry((e) => (e.dtype = 'F32')),
    RangeError,
    /expected 384 bytes for F32 \[96\], got 192/,
  ],
  ['a shape as a text', entry((e) => (e.shape = '96')), TypeError, about('shape')],
  ['a shape of texts', entry((e) => (e.shape = ['96'])), TypeError, about('shape[0]')],
  ['another shape', entry((e) => (e.shape = [48, 2])), RangeError, /expected \[96\], got \[48, 2\]/],
  [
    'a tensor too few',
    (p) => {
      p.header.other = p.header[NAME];
      delete p.header[NAME];
    },
    RangeError,
    /expected a tensor encoder\.0\.norm\d\.weight/,
  ],
  [
    'a tensor too many',
    (p) => (
      (p.header.more = { dtype: 'I8', shape: [1], data_offsets: [p.body.length, p.body.length + 1] }),
      (p.body = Buffer.concat([p.body, Buffer.alloc(1)]))
    ),
    RangeError,
    /the tensors of the model only, got 'more' too/,
  ],
  // Cases: invalid numbers in the weight file.
  [
    'NaN',
    half(NAME, 0x7e00),
    RangeError,
    /^weights: encoder\.0\.norm\d\.weight\[0\]: expected a finite number, got NaN/,
  ],
  ['infinity', half(NAME, 0xfc00), RangeError, /\.norm\d\.weight\[0\]: expected a finite number, got -Infinity/],
  ['a scale of NaN', half(`${INT8}.scale`, 0x7e00), RangeError, about('linear1.weight.scale[0]')],
  // Cases: invalid config.json.
  ['no JSON', (p) => (p.config = '{'), TypeError, /^config: expected valid JSON/],
  ['a config that is a list', (p) => (p.config = []), TypeError, about('config')],
  ['half a layer', (p) => (p.config.encoderLayers = 1.5), RangeError, /^config\.encoderLayers/],
  ['a billion layers', (p) => (p.config.encoderLayers = 1e9), RangeError, /^config\.encoderLayers.*1024/],
  ['heads that do not divide', (p) => (p.config.numHeads = 7), RangeError, about('config.embedDim')],
  ['no heads', (p) => delete p.config.heads, TypeError, about('config.heads')],
  ['heads: [null]', (p) => (p.config.heads = [null, 7]), TypeError, about('config.heads[0]', null)],
  [
    'a head of another attention',
    head((h) => (h.attention = 'self')),
    RangeError,
    /^config\.heads\[0\]\.attention: expected one of/,
  ],
  ['a head of a layer that is not there', head((h) => (h.layer = 99)), RangeError, /^config\.heads\[0\]\.layer/],
  ['a head that is not there', head((h) => (h.head = 99)), RangeError, /^config\.heads\[0\]\.head/],
  ['a role that is not known', head((h) => (h.role = 'boss')), RangeError, /^config\.heads\[0\]\.role/],
  ['no measures', head((h) => delete h.measures), TypeError, /^config\.heads\[0\]\.measures/],
  [
    'an accuracy of 2',
    head((h) => (h.measures[0].score = 2)),
    RangeError,
    /measures\[0\]\.score: expected a share from 0 to 1/,
  ],
  ['a measure that is not known', head((h) => (h.measures[0].measure = '<b>')), RangeError, /measures\[0\]\.measure/],
  ['a failure that is no text', head((h) => (h.failures = [{ text: 3 }])), TypeError, /failures\[0\]\.text/],
  // Cases: invalid tokenizer.json.
  ['invalid UTF-8', (p) => (p.tokenizer = new Blob([Uint8Array.of(0x22, 0xff, 0x22)])), TypeError, /^tokenizer/],
  ['no buckets', (p) => delete p.tokenizer.buckets, TypeError, about('tokenizer.buckets')],
  ['a bucket as a text', (p) => (p.tokenizer.buckets.words = '16'), TypeError, /^tokenizer\.buckets\.words/],
  ['a token twice', (p) => (p.tokenizer.pieces[9] = p.tokenizer.pieces[8]), RangeError, /^tokenizer\.pieces\[9\]/],
  ['an empty token', (p) => (p.tokenizer.pieces[9] = ''), RangeError, /^tokenizer\.pieces\[9\]/],
  [
    'no end token',
    (p) => (p.tokenizer.pieces[3] = '<fin>'),
    RangeError,
    /^tokenizer\.pieces: expected the token <end>/,
  ],
  [
    '200,000 tokens',
    (p) =>
      (p.tokenizer.pieces = [...p.tokenizer.pieces.slice(0, 5), ...Array.from({ length: 2e5 }, (_, at) => `t${at}`)]),
    RangeError,
    /piece_embedding\.weight: expected \[200005, 96\]/,
  ],
];

test.each(cases)('%s', async (_, change, type, message) => {
  const files = modelFiles(change);
  const heap = engine.heapSize;
  const error = await engine.loadModel(files).catch((reason) => reason);
  expect(error).toBeInstanceOf(type);
  expect(error.message).toMatch(message);
  expect(Math.abs(engine.heapSize - heap)).toBeLessThan(64);
});

test('the files as they are, and with their tensors in another order in the header', async () => {
  for (const change of [
    () => undefined,
    (parts) => (parts.header = Object.fromEntries(Object.entries(parts.header).reverse())),
    (parts) => (parts.header.__metadata__ = { format: 'pt' }),
  ]) {
    const model = await engine.loadModel(modelFiles(change));
    expect(model.run('a b').tokens).toHaveLength(2);
    model.dispose();
  }
});

test('no file is taken for another', async () => {
  const files = modelFiles();
  await expect(engine.loadModel({ ...files, weights: files.config })).rejects.toThrow(
    /^weights: expected a safetensors/,
  );
  await expect(engine.loadModel({ ...files, config: files.weights })).rejects.toThrow(/^config: expected valid JSON/);
  await expect(engine.loadModel({ ...files, weights: 7 })).rejects.toThrow(/^weights: expected a URL or a Blob, got 7/);
  await expect(engine.loadModel({ ...files, weights: 'http://' })).rejects.toThrow(/^weights: expected a valid URL/);
  await expect(engine.loadModel({ ...files, weights: 'file:///nowhere' })).rejects.toThrow(
    /^weights: the file could not/,
  );
  await expect(engine.loadModel({ config: files.config })).rejects.toThrow(/^weights: expected a URL or a Blob/);
});

test('a file with a weight that is finite but huge: the run is refused, not wrong', async () => {
  const { dtype } = header()[NAME];
  expect(dtype).toBe('F16');
  const model = await engine.loadModel(
    modelFiles((parts) => {
      for (const [
        name,
        {
          dtype: type,
          data_offsets: [begin, end],
        },
      ] of Object.entries(parts.header)) {
        if (type === 'F16' && name.includes('norm'))
          for (let at = begin; at < end; at += 2) parts.body.writeUInt16LE(0x7bff, at);
      }
    }),
  );
  const run = (text) => {
    try {
      const { attention } = { attention: model.run(text).attention('cross', 0).data };
      return attention.every(Number.isFinite);
    } catch (error) {
      return /is beyond float32/.test(error.message);
    }
  };
  expect(run('The cat sat on the mat')).toBe(true);
  model.dispose();
});

test('after an engine has been disposed of, loading rejects', async () => {
  const other = await createEngine();
  const loading = other.loadModel(modelFiles());
  other.dispose();
  await expect(loading).rejects.toThrow('this engine has been disposed of');
});
