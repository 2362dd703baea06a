// Attention on the caller's thread and in a worker, and the trained model.
import { createEngine, tensor } from 'attention-spotlight';
import { engineNumber } from '../engine-number.js';

const engine = await createEngine({ workers: 1 });
const model = await engine.loadModel();
const { text } = model.run('The cat sat on the mat because it was tired').decode();
const long = tensor(
  Float32Array.from({ length: 300 * 64 }, (_, at) => Math.sin(at)),
  [1, 1, 300, 64],
);
const here = engine.scaledDotProductAttention(long, long, long).output.data;
const there = (await engine.scaledDotProductAttentionAsync(long, long, long)).output.data;
const same = here.every((number, at) => number === there[at]);
console.log(JSON.stringify({ output: engineNumber(engine, tensor), text, same }));
engine.dispose();
