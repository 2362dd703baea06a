// Converts stories260K in Hugging Face's Llama format to models/stories: every matrix in int8 with a scale per row, as
// in the default model. `node training/stories.mjs FOLDER` reads model.safetensors (F32), config.json and
// tokenizer.json from the folder; it requires the built package.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toInt8PerRow } from '../dist/engine/node.js';

const [source] = process.argv.slice(2);
if (!source) throw new Error('expected the folder of the model, got none');
const target = join(import.meta.dirname, '../models/stories');
const read = (name) => readFileSync(join(source, name));

const file = read('model.safetensors');
const start = 8 + Number(file.readBigUInt64LE(0));
const stored = JSON.parse(file.subarray(8, start));
delete stored['__metadata__'];

const header = {};
const parts = [];
let end = 0;
function add(name, dtype, shape, { buffer, byteOffset, byteLength }) {
  header[name] = { dtype, shape, data_offsets: [end, (end += byteLength)] };
  parts.push(Buffer.from(buffer, byteOffset, byteLength));
}

for (const [name, { shape, data_offsets: offsets }] of Object.entries(stored)) {
  const [begin, finish] = offsets.map((offset) => file.byteOffset + start + offset);
  const data = new Float32Array(file.buffer.slice(begin, finish));
  if (shape.length === 1) {
    add(name, 'F32', shape, data);
  } else {
    const { values, scales } = toInt8PerRow({ data, shape });
    add(name, 'I8', shape, values);
    add(`${name}.scale`, 'F32', [shape[0]], scales);
  }
}
const json = Buffer.from(JSON.stringify(header));
const length = Buffer.alloc(8);
length.writeBigUInt64LE(BigInt(json.length));
writeFileSync(join(target, 'model.safetensors'), Buffer.concat([length, json, ...parts]));

// The start token also ends a generated story: the model was trained on concatenated stories, each preceded by the
// start token.
const config = JSON.parse(read('config.json'));
const both = [config.bos_token_id, config.eos_token_id];
writeFileSync(join(target, 'config.json'), `${JSON.stringify({ ...config, eos_token_id: both }, null, 2)}\n`);
writeFileSync(join(target, 'tokenizer.json'), read('tokenizer.json'));
