// Whole models side by side: one run of each in turn, in another order every round.
import { join } from 'node:path';
import { shuffled } from '../interleaved.mjs';
import { MODELS, promptOf, TIMES } from './workloads.mjs';

const PEERS = {
  'Spotlight, relaxed': { file: './spotlight.mjs', options: { build: 'relaxed' } },
  'Spotlight, simd': { file: './spotlight.mjs', options: { build: 'simd' } },
  'onnxruntime-web, graph': { file: './onnxruntime.mjs', options: { graph: 'model.onnx' } },
  'transformers.js, wasm': { file: './transformers.mjs', options: { graph: 'model.onnx' } },
};
/** With weights in int8, of models that go on with a text: reading their weights is what takes the time then. */
const INT8_PEERS = {
  'Spotlight, relaxed, int8': { file: './spotlight.mjs', options: { build: 'relaxed', precision: 'int8' } },
  'Spotlight, simd, int8': { file: './spotlight.mjs', options: { build: 'simd', precision: 'int8' } },
  'onnxruntime-web, graph, int8': { file: './onnxruntime.mjs', options: { graph: 'model_int8.onnx' } },
  'transformers.js, wasm, int8': { file: './transformers.mjs', options: { graph: 'model_int8.onnx' } },
};
const OURS = 'Spotlight, relaxed';
const LARGEST_DIFFERENCE = 1e-3;

/** { wall, cpu } in ms since `begin`; CPU time is that of all threads of the process. */
const now = () => ({ wall: performance.now(), cpu: Object.values(process.cpuUsage()).reduce((a, b) => a + b) / 1000 });
const since = (begin, end, calls = 1) => ({
  wall: (end.wall - begin.wall) / calls,
  cpu: (end.cpu - begin.cpu) / calls,
});

/** One run: what came out, and its times by name. */
async function runOnce(peer, model) {
  const { tokens } = MODELS[model];
  const prompt = promptOf(model);
  const begin = now();
  if (!tokens) {
    const output = await peer.encode(prompt);
    return { output, times: { whole: since(begin, now()) } };
  }
  const output = [];
  let first;
  await peer.generate(prompt, tokens, (id) => {
    output.push(id);
    first ??= now();
  });
  const end = now();
  return {
    output,
    times: { first: since(begin, first), next: since(first, end, tokens - 1), whole: since(begin, end) },
  };
}

/** Of the outputs of all from ours, in float32: numbers as they are, tokens must be the same. */
function expectSame(model, outputs) {
  const ours = outputs[OURS];
  const difference = (output) => Math.max(...Array.from(output, (value, at) => Math.abs(value - ours[at])));
  const largest = Math.max(...Object.keys(PEERS).map((name) => difference(outputs[name])));
  const limit = MODELS[model].tokens ? 0 : LARGEST_DIFFERENCE;
  if (!(largest <= limit)) throw new Error(`${model}: the outputs differ by ${largest}`);
  return largest;
}

async function measureModel(model, { folder, rounds }) {
  const peers = {};
  for (const [name, { file, options }] of Object.entries({ ...PEERS, ...(MODELS[model].tokens && INT8_PEERS) })) {
    peers[name] = await (await import(file)).open({ ...options, folder: join(folder, model) });
  }
  const outputs = {};
  for (const name of Object.keys(peers)) outputs[name] = (await runOnce(peers[name], model)).output;
  const difference = expectSame(model, outputs);
  const times = Object.fromEntries(Object.keys(peers).map((name) => [name, []]));
  for (let round = 0; round < rounds; ++round) {
    for (const name of shuffled(Object.keys(peers))) times[name].push((await runOnce(peers[name], model)).times);
  }
  for (const peer of Object.values(peers)) await peer.close();
  return { times, difference };
}

/** @returns of each workload, by peer: { wall, cpu } of each round, in ms */
export async function measurePretrained({ folder, rounds, only }) {
  const measured = {};
  for (const model of Object.keys(MODELS)) {
    const workloads = Object.keys(TIMES).filter((name) => TIMES[name].model === model && only.includes(name));
    if (workloads.length === 0) continue;
    const { times, difference } = await measureModel(model, { folder, rounds });
    for (const workload of workloads) {
      const rows = Object.entries(times).map(([name, runs]) => [name, runs.map((run) => run[TIMES[workload].time])]);
      measured[workload] = { difference, times: Object.fromEntries(rows) };
    }
  }
  return measured;
}
