// Computes attention on the caller's thread, in a worker and on several threads, and runs the trained model.
import { createEngine, tensor } from 'attention-spotlight';
import { engineNumber } from '../engine-number.js';

const engine = await createEngine({ workers: 1 });
const model = await engine.loadModel();
const { text } = model.run('The cat sat on the mat because it was tired').decode();
const long = tensor(
  Float32Array.from({ length: 4 * 300 * 64 }, (_, at) => Math.sin(at)),
  [1, 4, 300, 64],
);
const here = engine.scaledDotProductAttention(long, long, long).output.data;
const there = (await engine.scaledDotProductAttentionAsync(long, long, long)).output.data;
const several = await createEngine({ threads: 2, workers: 0 });
const onThreads = several.scaledDotProductAttention(long, long, long).output.data;
const same = here.every((number, at) => number === there[at] && Math.abs(number - onThreads[at]) < 1e-5);
console.log(JSON.stringify({ output: engineNumber(engine, tensor), text, same, threads: several.threads }));
engine.dispose();
several.dispose();
