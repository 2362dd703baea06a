// Converts an encoder's safetensors file to a TFLite model.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tfliteBert } from '../models/tflite-bert.mjs';

/** Opens a safetensors file. Returns a function from the name of a float32 tensor to its numbers. */
function safetensors(file) {
  const bytes = readFileSync(file);
  const start = 8 + Number(bytes.readBigUInt64LE());
  const header = JSON.parse(bytes.subarray(8, start).toString());
  return (name) => {
    const [begin, end] = header[name].data_offsets;
    return new Float32Array(new Uint8Array(bytes.subarray(start + begin, start + end)).buffer);
  };
}

/** Writes model.tflite, for texts of `seqLen` tokens, to the folder of a model. */
export function makeTflite(folder, seqLen) {
  const config = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
  writeFileSync(
    join(folder, 'model.tflite'),
    tfliteBert(config, safetensors(join(folder, 'model.safetensors')), seqLen),
  );
}
