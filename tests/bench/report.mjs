// Writes BENCHMARKS.md, and prints the same results.
import { cpus } from 'node:os';
import { ratioOf } from './interleaved.mjs';
import { version } from './build.mjs';
import { PEERS } from './peers/index.mjs';
import { table, writePage } from './sections.mjs';
import { multiplyAddsOf, WORKLOADS } from './workloads.mjs';

const DESCRIPTIONS = {
  W1: 'attention, B=1 H=12 S=128 d=64',
  W2: 'attention, B=1 H=12 S=512 d=64',
  W3: 'attention, B=1 H=8 S=2048 d=64, causal',
  W4: 'multi-head layer, d_model=768 H=12 S=128 B=1, four projections with bias',
  W5: 'multi-head layer, d_model=512 H=8 S=10 B=64',
  W6: 'multi-head layer, d_model=128 H=4 S=16 B=1',
};

const milliseconds = (time) => (time === undefined ? '' : time < 1 ? time.toFixed(3) : time.toFixed(2));

const isOurs = (name) => name.startsWith('Spotlight');

/**
 * Name of the fastest peer (compared library or build, other than Spotlight) for which `allowed` is true; null if there
 * is none.
 */
function best(times, allowed) {
  const peers = Object.keys(times).filter((name) => !isOurs(name) && allowed(name));
  return peers.toSorted((a, b) => times[a] - times[b])[0] ?? null;
}

function timesTable(groups) {
  const names = [...new Set(Object.values(groups).flatMap(({ times }) => Object.keys(times)))];
  return table(
    ['', ...Object.keys(groups)],
    names.map((name) => [name, ...Object.values(groups).map(({ times }) => milliseconds(times[name]))]),
  );
}

function ratioRows(groups, pairs) {
  return pairs.map(([ours, allowed, what]) => [
    what,
    ...Object.values(groups).map(({ times, samples }) => {
      const name = best(times, allowed);
      return name === null || !samples[ours] ? '' : `${ratioOf(samples[name], samples[ours]).toFixed(2)}× (${name})`;
    }),
  ]);
}

function ceilingTable(groups) {
  const builds = ['relaxed', 'simd'];
  const rows = builds.flatMap((build) => [
    [
      `${build}: ceiling in registers, GFLOP/s`,
      ...each(groups, ({ ceilings }) => gigaflops(rateOf(ceilings[`${build} registers`]))),
    ],
    [
      `${build}: ceiling of the tile in cache, GFLOP/s`,
      ...each(groups, ({ ceilings }) => gigaflops(rateOf(ceilings[`${build} tiles`]))),
    ],
    [
      `${build}: Spotlight, GFLOP/s`,
      ...each(groups, ({ times }, name) =>
        gigaflops(rateOf({ multiplyAdds: multiplyAddsOf(WORKLOADS[name]), time: times[`Spotlight, ${build}`] })),
      ),
    ],
    [
      `${build}: share of the tile’s ceiling`,
      ...each(groups, ({ samples, ceilings }, name) => {
        const tiles = `${build} tiles`;
        const timesAsLong = ratioOf(samples[tiles], samples[`Spotlight, ${build}`]);
        const share = timesAsLong * (multiplyAddsOf(WORKLOADS[name]) / ceilings[tiles].multiplyAdds);
        return `${Math.round(share * 100)}%`;
      }),
    ],
  ]);
  return table(['', ...Object.keys(groups)], rows);
}

const each = (groups, cell) => Object.entries(groups).map(([name, group]) => cell(group, name));
const rateOf = ({ multiplyAdds, time }) => multiplyAdds / time / 1e6; // rate in billions of multiply-adds per second
const gigaflops = (gigaMultiplyAdds) => (2 * gigaMultiplyAdds).toFixed(1);

/**
 * Tables of the time and memory of attention for each method and text length, with the factor by which they grow with
 * each doubling of the length.
 */
function scalingTables({ sizes, growth, compared, longest }) {
  const rows = (unit, show) =>
    Object.entries(growth).map(([name, measured]) => [
      name,
      ...sizes.map((tokens, at) => {
        const value = measured[unit][tokens];
        return at === 0 ? show(value) : `${show(value)} (${(value / measured[unit][sizes[at - 1]]).toFixed(2)}×)`;
      }),
    ]);
  const header = sizes.map((tokens) => tokens.toLocaleString('en'));
  return `Milliseconds, one head, d = 64. In brackets: the ratio to half the length.

${table(['tokens', ...header], rows('times', milliseconds))}

Megabytes held by the engine afterwards:

${table(
  ['tokens', ...header],
  rows('bytes', (bytes) => (bytes / 1e6).toFixed(1)),
)}

At ${compared.tokens.toLocaleString('en')} tokens, a window of 256 takes ${milliseconds(compared.window)} ms and full attention ${milliseconds(compared.all)} ms, ${(compared.all / compared.window).toFixed(1)} times as long.
W8, 100,000 tokens with a window of 256, takes ${milliseconds(longest)} ms.`;
}

const ONE_THREAD_PAIRS = [
  ['Spotlight, relaxed', () => true, 'Spotlight, relaxed, against the best peer'],
  ['Spotlight, relaxed, out', () => true, 'Spotlight, relaxed, `out`, against the best peer'],
  ['Spotlight, simd', (name) => !PEERS[name].relaxed, 'Spotlight, simd, against the best peer without relaxed SIMD'],
  [
    'Spotlight, simd, out',
    (name) => !PEERS[name].relaxed,
    'Spotlight, simd, `out`, against the best peer without relaxed SIMD',
  ],
];

export async function report({ chromium, node, native, sizes }, { write }) {
  const largestError = Math.max(
    ...Object.values({ ...chromium.one, ...chromium.two, ...chromium.notIsolated }).flatMap(({ errors }) =>
      Object.values(errors),
    ),
  );
  const against = (ours) => [ours, () => true, `${ours.replace('out', '`out`')}, against the best peer`];
  const workers = against('Spotlight, relaxed, 2 workers');
  const two = [against('Spotlight, relaxed, 2 threads'), against('Spotlight, relaxed, out, 2 threads'), workers];
  const text = `# Benchmarks

Made by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${cpus()[0].model}, ${cpus().length} cores; Chromium ${chromium.version}, Node ${node.version};
@litertjs/core ${version('@litertjs/core')}, onnxruntime-web ${version('onnxruntime-web')}, @tensorflow/tfjs-backend-wasm ${version('@tensorflow/tfjs-backend-wasm')}.

Milliseconds: medians of interleaved calls in one process (one call of each library in turn; tfjs and plain JavaScript in
every eighth round), from JavaScript arrays to JavaScript arrays, copies included. A layer's weights stay loaded. Every
output is checked against double precision on sampled rows; the largest error was ${largestError.toExponential(1)}.

Ratios are computed in each round, and their median is shown, because noise on the machine affects a whole round.

With \`out\` the output goes into an array that is reused. All others allocate a new one in each call, which in Chromium takes
longer than copying into it.

${Object.entries(DESCRIPTIONS)
  .map(([name, what]) => `- **${name}**: ${what}`)
  .join('\n')}
- **W7**: one head, n = 100,000, d = 64, exact

## Chromium, one thread

${timesTable(chromium.one)}

Speedup:

${table(['', ...Object.keys(chromium.one)], ratioRows(chromium.one, ONE_THREAD_PAIRS))}

Compared with two ceilings of the machine, measured in the same run: multiply-adds in registers only, and the engine’s
micro-kernel on 64×64×64 blocks in the L1 cache. A multiply-add counts as two operations; softmax and copies count as
none.

${ceilingTable(chromium.one)}

## Chromium, two threads

In a cross-origin isolated page, where threads may share memory. Threads (\`createEngine({ threads: 2 })\`) are for calls that
wait; workers are for asynchronous attention, which leaves the page free: W3 is computed by both, W2, which is short, by one of
them and the page’s own thread.

${timesTable(chromium.two)}

${table(['', ...Object.keys(chromium.two)], ratioRows(chromium.two, two))}

In an ordinary page, where they have one thread and Spotlight has its workers:

${timesTable(chromium.notIsolated)}

${table(['', ...Object.keys(chromium.notIsolated)], ratioRows(chromium.notIsolated, [workers]))}

## W7: exact attention over 100,000 tokens

The full weight matrix would take 40 GB. In an ordinary page:

${table(
  [
    'workers',
    'seconds',
    'added memory, MB',
    'progress events',
    'canceled within, ms',
    'longest pause of the page, ms',
    'largest error',
  ],
  Object.entries(chromium.long).map(([workers, long]) => [
    workers,
    long.seconds.toFixed(1),
    long.megabytes,
    long.steps,
    long.canceled.toFixed(1),
    long.longestGap.toFixed(0),
    long.error.toExponential(1),
  ]),
)}

## From import to the first result

W6 with its weights, in a fresh page of Chromium, files from the same machine:

${table(
  ['', 'ms'],
  Object.entries(chromium.firstResult).map(([name, time]) => [name, time.toFixed(0)]),
)}

## What a page loads

${table(
  ['', 'bytes', 'gzip -9'],
  Object.entries(sizes).map(([name, { raw, gzip }]) => [name, raw.toLocaleString('en'), gzip.toLocaleString('en')]),
)}

${node.scaling ? `## Long texts (Node)\n\n${scalingTables(node.scaling)}\n` : ''}
## Node, one thread

LiteRT.js needs a document and does not run in Node.

${timesTable(node.one)}

${table(
  ['', ...Object.keys(node.one)],
  ratioRows(
    node.one,
    ONE_THREAD_PAIRS.filter(([ours]) => ours in Object.values(node.one)[0].times),
  ),
)}

## Native, one thread

The C++ library without WebAssembly and JavaScript, \`cmake --preset release\`, ${native.compiler}. “Every step” is the trace,
which returns scores, masked scores and weights too.

${table(Object.keys(native.times), [Object.values(native.times).map(milliseconds)])}
`;
  console.log(text);
  if (write) await writePage(text);
}
