// Measures the peers (the libraries and builds that the benchmark compares) in headless Chromium.
import { readFileSync } from 'node:fs';
import { withChromium, withPage } from './headless.mjs';
import { median } from './interleaved.mjs';
import { PEERS } from './peers/index.mjs';
import { WORKLOADS } from './workloads.mjs';

const ONE_THREAD = Object.keys(PEERS).filter((name) => !/2 (workers|threads)/.test(name));
const WORKERS = ['Spotlight, relaxed, 2 workers', 'Spotlight, simd, 2 workers'];
const TWO_THREADS = [
  'Spotlight, relaxed, 2 threads',
  'Spotlight, relaxed, out, 2 threads',
  ...WORKERS,
  'LiteRT.js, relaxed, 2 threads',
  'onnxruntime-web, graph, 2 threads',
];
/** Names of the peers that run on a page that is not cross-origin isolated, where WebAssembly has a single thread. */
const NOT_ISOLATED = [
  'Spotlight, relaxed, 2 workers',
  'LiteRT.js, relaxed',
  'onnxruntime-web, graph',
  'onnxruntime-web, Attention',
];
const FOR_WORKERS = ['W2', 'W3'];
/** Peers that are left out, by workload: because they are too slow, or because the workload does not use workers. */
const LEFT_OUT = {
  W1: WORKERS,
  W2: ['plain JavaScript'],
  W3: ['plain JavaScript'],
  W4: WORKERS,
  W5: WORKERS,
  W6: WORKERS,
};
const FIRST_RESULT = ['Spotlight, relaxed', 'LiteRT.js, relaxed', 'onnxruntime-web, graph', 'tfjs'];
const FIRST_RESULT_RUNS = 5;
const LONG = 100_000;
const LONG_WORKERS = 2;

async function measureGroup(chromium, isolated, workloads, peers, settings) {
  return withPage(chromium, { isolated, path: 'index.html' }, async (page) => {
    const results = {};
    for (const workload of workloads) {
      const taking = peers.filter((peer) => !LEFT_OUT[workload].includes(peer));
      results[workload] = await page.evaluate(
        ([name, who, how]) => window.measure(name, who, how),
        [workload, taking, settings],
      );
    }
    return results;
  });
}

async function firstResults(chromium) {
  const times = Object.fromEntries(FIRST_RESULT.map((peer) => [peer, []]));
  for (let run = 0; run < FIRST_RESULT_RUNS; run++) {
    for (const peer of FIRST_RESULT) {
      const path = `peer.html?peer=${encodeURIComponent(peer)}`;
      times[peer].push(await withPage(chromium, { path }, (page) => page.evaluate('window.firstResult()')));
    }
  }
  return Object.fromEntries(FIRST_RESULT.map((peer) => [peer, median(times[peer])]));
}

/**
 * Maximum memory of Chromium's renderer processes, in MB, while the function `work` runs, as the operating system
 * counts it (Linux).
 */
async function peakMemory(chromium, work) {
  const session = await chromium.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const held = () =>
    renderers.reduce((sum, id) => sum + Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`))[1]), 0) /
    1e3;
  const before = held();
  let most = before;
  const look = setInterval(() => (most = Math.max(most, held())), 50);
  try {
    return { ...(await work()), megabytes: Math.round(most - before) };
  } finally {
    clearInterval(look);
  }
}

async function measureLong(chromium) {
  const measured = await withPage(chromium, { path: 'long.html' }, (page) =>
    peakMemory(chromium, () => page.evaluate(([n, many]) => window.long(n, many), [LONG, LONG_WORKERS])),
  );
  return { [LONG_WORKERS]: measured };
}

export function measureInChromium({ workloads, ...settings }) {
  const forWorkers = FOR_WORKERS.filter((name) => workloads.includes(name));
  const all = workloads.filter((name) => name in WORKLOADS);
  return withChromium(async (running) => ({
    version: running.version(),
    one: await measureGroup(running, false, all, ONE_THREAD, settings),
    two: await measureGroup(running, true, all, TWO_THREADS, settings),
    notIsolated: await measureGroup(running, false, forWorkers, NOT_ISOLATED, settings),
    firstResult: await firstResults(running),
    long: workloads.includes('W7') ? await measureLong(running) : {},
  }));
}
