// Writes the section of BENCHMARKS.md about whole models in Chromium, and prints it.
import { cpus } from 'node:os';
import { version } from '../build.mjs';
import { OURS, OURS_OF_TWO } from '../interleaved.mjs';
import { table, writeSection } from '../sections.mjs';
import { milliseconds, ratio } from './report.mjs';
import { TIMES } from './workloads.mjs';

/** Table of the times of one workload, with a row for each peer (compared library or build). */
function allTimesOf(workload, { times }) {
  return table(
    [workload, 'CPU time, ms', 'by the clock, ms', 'a multiple of CPU time', 'a multiple by the clock'],
    Object.entries(times).map(([name, runs]) => [
      name,
      ...['cpu', 'wall'].map((kind) => milliseconds(runs, kind)),
      ...['cpu', 'wall'].map((kind) => ratio(runs, times[OURS], kind)),
    ]),
  );
}

/**
 * Table with a row for each peer (compared library or build) and a column for each workload. A cell is empty if the
 * peer was not measured with the workload.
 */
function byTheClock(measured, show, reference = OURS) {
  const names = [...new Set(Object.values(measured).flatMap(({ times }) => Object.keys(times)))];
  const cell = (name, { times }) => (times[name] ? show(times[name], times[reference]) : '');
  const rows = names.map((name) => [name, ...Object.values(measured).map((each) => cell(name, each))]);
  return table(['', ...Object.keys(measured)], rows);
}

export async function reportInChromium({ one, two, load, version: chromium }, { write, rounds }) {
  const differences = [one, two].flatMap((group) => Object.values(group).map(({ difference }) => difference));
  const text = `## Whole models in Chromium

Made by \`npm run bench:models\` on ${new Date().toISOString().slice(0, 10)}: ${cpus()[0].model}, ${cpus().length} cores; headless Chromium ${chromium};
@litertjs/core ${version('@litertjs/core')}, onnxruntime-web ${version('onnxruntime-web')}.

The same models with the same weights, all in one page with a frame for each; of W9 from token ids to the last hidden states.
Spotlight and onnxruntime-web read the files that they read in Node. LiteRT.js runs on WebAssembly with XNNPACK, and reads a
model that \`tests/bench/models/tflite-bert.mjs\` writes: products, softmax and exact GELU are single operators of TFLite;
LayerNorm, for which there is none, is made of nine. No converter of LiteRT's own has made or optimized it, and of decoders
with a cache it has no model here. Spotlight also keeps what it needs to show every attention. Before the time counts, the
outputs are compared: the encoder's differ by at most ${Math.max(...differences).toExponential(0)}, the tokens are the same.

Medians of ${rounds} rounds, in each of which all have one turn, in another order each time; in brackets the least and the most.
CPU time is that of the page's process with all its threads, which the system counts in steps of 10 ms. A multiple is the median
of what it is in each round; those above 1 are slower than ${OURS}. With one thread:

${Object.entries(one)
  .map(([workload, measured]) => allTimesOf(workload, measured))
  .join('\n\n')}

All with two threads, by the clock, in ms, in turns of their own, with a pause before each turn; the first row has one thread.
With int8, as in Node: from the same weights, and with a scale per output. The machine's load was ${load} before: where other
programs keep the second core busy, two threads gain nothing.

${byTheClock(two, (runs) => milliseconds(runs, 'wall'))}

As a multiple of that of ${OURS_OF_TWO}:

${byTheClock(two, (runs, ours) => ratio(runs, ours, 'wall'), OURS_OF_TWO)}`;
  console.log(text);
  if (write && Object.keys(two).length === Object.keys(TIMES).length) await writeSection('bench:browser', text);
}
