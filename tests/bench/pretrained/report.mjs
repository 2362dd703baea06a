// Writes the section of BENCHMARKS.md about whole models, and prints it.
import { cpus } from 'node:os';
import { version } from '../build.mjs';
import { OURS, median } from '../interleaved.mjs';
import { table, writeSection } from '../sections.mjs';
import { TIMES } from './workloads.mjs';

const isInt8 = (name) => name.endsWith(', int8');
/** Text with the median of times on one of the clocks, with minimum and maximum. */
export const milliseconds = (runs, kind) => {
  const values = runs.map((run) => run[kind]).toSorted((a, b) => a - b);
  return `${median(values).toFixed(0)} (${values[0].toFixed(0)}–${values.at(-1).toFixed(0)})`;
};
/** Time of another library as a multiple of Spotlight's: the median over all rounds. */
export const ratio = (theirs, ours, kind) =>
  `${median(theirs.map((run, round) => run[kind] / ours[round][kind])).toFixed(2)}×`;
const cpuRatio = (theirs, ours) => ratio(theirs, ours, 'cpu');

/**
 * Rate at which a workload uses the resource that limits it (operations, or bytes of weights), per second of CPU time.
 */
const rate = (runs, { work }, name) => {
  if (!work) return '';
  const amount = isInt8(name) && work.isWeights ? work.amount / 4 : work.amount;
  return `${((1000 * amount) / median(runs.map(({ cpu }) => cpu))).toFixed(1)} ${work.unit}`;
};

export async function reportPretrained(measured, { write, rounds }) {
  const names = [...new Set(Object.values(measured).flatMap(({ times }) => Object.keys(times)))];
  /**
   * Rows of a table with a row for each peer and a column for each workload. A cell is empty if the peer does not
   * support int8 for the workload.
   */
  const cells = (show, ours = OURS) =>
    names.map((name) => [
      name,
      ...Object.entries(measured).map(([workload, { times }]) =>
        times[name] && times[ours] ? show(times[name], times[ours], TIMES[workload], name) : '',
      ),
    ]);
  const header = ['', ...Object.keys(measured)];
  const differences = Object.values(measured).map(({ difference }) => difference);
  const text = `## Whole models

Made by \`npm run bench:models\` on ${new Date().toISOString().slice(0, 10)}: ${cpus()[0].model}, ${cpus().length} cores; Node ${process.version};
onnxruntime-web ${version('onnxruntime-web')}, transformers.js ${version('@huggingface/transformers')}.

Models of these shapes with random weights in float32: \`engine.loadPretrained\` reads them as safetensors, onnxruntime-web and
transformers.js, with the WebAssembly backend of the onnxruntime-web that it comes with, as a graph that PyTorch exports of the
same weights, with the cache of keys and values as inputs and outputs and the logits of the last token only. All have one
thread; with two they are in Chromium, below. LiteRT.js needs a document and does not run in Node; W9 beside it is below, too.
In float32 they choose the same tokens, and the encoder's outputs differ by at most ${Math.max(...differences).toExponential(0)}.
With int8, Spotlight loads the same file with \`precision: 'int8'\`, and the others what ONNX Runtime's \`quantize_dynamic\` makes
of their graph, with a scale per output. All quantize the inputs of products as well: Spotlight to 14 bits, each token on its
own, the others to 8. Spotlight also keeps what it needs to show every attention, and gives five candidates with their probabilities for each token.

${Object.keys(measured)
  .map((name) => `- **${name}**: ${TIMES[name].what}`)
  .join('\n')}

Medians of ${rounds} rounds, in each of which all have one turn, in another order each time; in brackets the least and the most.
CPU time, in milliseconds, is what counts on a machine that has other work, too:

${table(
  header,
  cells((runs) => milliseconds(runs, 'cpu')),
)}

By the clock, on a machine that had other work:

${table(
  header,
  cells((runs) => milliseconds(runs, 'wall')),
)}

CPU time in each round as a multiple of that of ${OURS}, medians; those below 1 are faster:

${table(header, cells(cpuRatio).slice(1))}

… and of that of ${OURS}, int8:

${table(header, cells(cpuRatio, `${OURS}, int8`))}

How much of what bounds them is done, of CPU time: the multiplications and additions of a prompt, or reading each weight once
for each token that follows.

${table(
  header,
  cells((runs, _, workload, name) => rate(runs, workload, name)),
)}`;
  console.log(text);
  if (write && Object.keys(measured).length === Object.keys(TIMES).length) await writeSection('bench:models', text);
}
