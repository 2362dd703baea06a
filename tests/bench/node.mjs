// Measures the peers (the libraries and builds that the benchmark compares) that run in Node, in a separate process.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { interleaved } from './interleaved.mjs';
import { RELAXED_FLAGS } from '../../scripts/toolchain/relaxed-node.mjs';
import { openPeer } from './peers/index.mjs';
import { measureScaling } from './scaling.mjs';
import { errorOf, inputsOf, WORKLOADS } from './workloads.mjs';

/** Names of the peers that run in Node. LiteRT.js is not among them, since it needs a document. */
const PEERS_IN_NODE = ['Spotlight, relaxed', 'Spotlight, simd', 'onnxruntime-web, graph', 'tfjs', 'plain JavaScript'];
const SLOW = { W2: ['plain JavaScript', 'tfjs'], W3: ['plain JavaScript', 'tfjs'], W5: ['plain JavaScript'] };

export async function measureInNode(settings) {
  const child = fork(import.meta.filename, [], { execArgv: RELAXED_FLAGS });
  child.send(settings);
  const [results] = await once(child, 'message');
  child.disconnect();
  return { version: process.version, ...results };
}

async function measure({ workloads, ...settings }) {
  const open = Object.fromEntries(await Promise.all(PEERS_IN_NODE.map(async (name) => [name, await openPeer(name)])));
  const results = {};
  for (const workload of workloads.filter((name) => name in WORKLOADS)) {
    const inputs = inputsOf(WORKLOADS[workload]);
    const runners = {};
    const errors = {};
    for (const name of PEERS_IN_NODE.filter((each) => !SLOW[workload]?.includes(each))) {
      const run = await open[name].prepare(WORKLOADS[workload]);
      errors[name] = errorOf(WORKLOADS[workload], await run(inputs));
      runners[name] = () => run(inputs);
    }
    results[workload] = { ...(await interleaved(runners, settings)), errors };
  }
  return { one: results, scaling: workloads.includes('W8') ? await measureScaling(settings) : null };
}

if (process.argv[1] === import.meta.filename) {
  process.once('message', async (settings) => {
    process.send(await measure(settings));
    process.once('disconnect', () => process.exit());
  });
}
