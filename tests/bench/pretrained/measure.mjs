// Measures whole models in Node: each peer (compared library or build) runs once per round, in an order that changes
// every round.
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { OURS, shuffled } from '../interleaved.mjs';
import { runOnce } from './run-once.mjs';
import { MODELS, timesByWorkload, workloadsOf } from './workloads.mjs';

const PEERS = {
  'Spotlight, relaxed': { file: './spotlight.mjs', options: { build: 'relaxed' } },
  'Spotlight, simd': { file: './spotlight.mjs', options: { build: 'simd' } },
  'onnxruntime-web, graph': { file: './onnxruntime.mjs', options: { graph: 'model.onnx' } },
  'transformers.js, wasm': { file: './transformers.mjs', options: { graph: 'model.onnx' } },
};
/**
 * Peers with int8 weights. They are measured only with models that generate text, where reading the weights takes most
 * of the time.
 */
const INT8_PEERS = {
  'Spotlight, relaxed, int8': { file: './spotlight.mjs', options: { build: 'relaxed', precision: 'int8' } },
  'Spotlight, simd, int8': { file: './spotlight.mjs', options: { build: 'simd', precision: 'int8' } },
  'onnxruntime-web, graph, int8': { file: './onnxruntime.mjs', options: { graph: 'model_int8.onnx' } },
  'transformers.js, wasm, int8': { file: './transformers.mjs', options: { graph: 'model_int8.onnx' } },
};
const LARGEST_DIFFERENCE = 1e-3;

const now = () => ({ wall: performance.now(), cpu: Object.values(process.cpuUsage()).reduce((a, b) => a + b) / 1000 });

/**
 * Checks that the float32 outputs of all peers (compared libraries) differ by no more than a tolerance, and that the
 * peers generate the same tokens.
 */
export function checkDifference(model, largest) {
  const limit = MODELS[model].tokens ? 0 : LARGEST_DIFFERENCE;
  if (!(largest <= limit)) throw new Error(`${model}: the outputs differ by ${largest}`);
  return largest;
}

/** Largest difference between the float32 output of any other library and Spotlight's. */
function largestDifference(outputs) {
  const ours = outputs[OURS];
  const difference = (output) =>
    output.length === ours.length
      ? Math.max(...Array.from(output, (value, at) => Math.abs(value - ours[at])))
      : Infinity;
  return Math.max(...Object.keys(PEERS).map((name) => difference(outputs[name])));
}

async function measureModel(model, { folder: models, rounds }) {
  const folder = join(models, model);
  const read = (name) => openAsBlob(join(folder, name));
  const peers = {};
  for (const [name, { file, options }] of Object.entries({ ...PEERS, ...(MODELS[model].tokens && INT8_PEERS) })) {
    peers[name] = await (await import(file)).open({ ...options, folder, read });
  }
  const outputs = {};
  for (const name of Object.keys(peers)) outputs[name] = (await runOnce(peers[name], model, now)).output;
  const difference = checkDifference(model, largestDifference(outputs));
  const times = Object.fromEntries(Object.keys(peers).map((name) => [name, []]));
  for (let round = 0; round < rounds; ++round) {
    for (const name of shuffled(Object.keys(peers))) times[name].push((await runOnce(peers[name], model, now)).times);
  }
  for (const peer of Object.values(peers)) await peer.close();
  return { times, difference };
}

/**
 * Measures whole models in Node.
 * @returns for each workload and peer, the times { wall, cpu } of each round in ms
 */
export async function measurePretrained({ folder, rounds, only }) {
  const measured = {};
  for (const model of Object.keys(MODELS)) {
    const workloads = workloadsOf(model, only);
    if (workloads.length === 0) continue;
    const { times, difference } = await measureModel(model, { folder, rounds });
    Object.assign(measured, timesByWorkload(workloads, times, difference));
  }
  return measured;
}
