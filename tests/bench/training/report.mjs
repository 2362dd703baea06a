// Writes the section of BENCHMARKS.md about training, and prints it.
import { cpus } from 'node:os';
import { version } from '../build.mjs';
import { OURS, median } from '../interleaved.mjs';
import { table, writeSection } from '../sections.mjs';
import { BATCH, MODEL } from './task.mjs';

const quantile = (numbers, share) => numbers.toSorted((a, b) => a - b)[Math.floor(share * (numbers.length - 1))];
const middleHalf = (numbers) => `${quantile(numbers, 0.25).toFixed(1)}–${quantile(numbers, 0.75).toFixed(1)}`;
/** Steps per second of one trainer as a multiple of another trainer's: the median over all rounds. */
const ratio = (ours, other) => `${median(ours.map((rate, round) => rate / other[round])).toFixed(2)}×`;

const sharedText = (
  shared,
) => `\`stepAsync\` gives half of each batch to a second worker. In headless Chromium, with a worker and without by turns of some
steps, which come to the same weights, bit for bit; the machine's load was ${Math.max(...shared.map(({ load }) => load)).toFixed(1)}, and where other programs keep the second core
busy there is no gain:

${table(
  ['sequences', 'ms per step alone', 'with a second worker', 'times as fast, the median of all rounds'],
  shared.map(({ batch, one, two, ratio }) => [batch, one.toFixed(1), two.toFixed(1), `${ratio.toFixed(2)}×`]),
)}`;

export async function reportTraining({ rates, check, versions, shared }, { write }) {
  const ours = rates[OURS];
  const rows = Object.entries(rates).map(([name, { wall, cpu }]) => [
    name,
    median(cpu).toFixed(1),
    middleHalf(cpu),
    ratio(ours.cpu, cpu),
    median(wall).toFixed(1),
    ratio(ours.wall, wall),
  ]);
  const { layers, numHeads, embedDim, maxTokens, vocabularySize } = MODEL;
  const text = `## Training

Made by \`npm run bench:training\` on ${new Date().toISOString().slice(0, 10)}: ${cpus()[0].model}, ${cpus().length} cores; Node ${versions.node};
@jax-js/jax ${version('@jax-js/jax')}, @tensorflow/tfjs-core and tfjs-backend-wasm ${version('@tensorflow/tfjs-backend-wasm')}, PyTorch ${versions.torch}.

Steps of training per second: a decoder of ${layers} blocks of attention only, ${numHeads} heads, d = ${embedDim}, a vocabulary of ${vocabularySize}, ${BATCH} sequences of
${maxTokens} tokens that repeat; forward, backward, clipping by the norm, Adam with warm-up. All begin with the same weights, see the same
batches and have one thread. In the first ${check.steps} steps, over which the loss goes from ${check.losses[0].toFixed(2)} to ${check.losses[1].toFixed(2)}, their losses differ by
at most ${check.largest.toExponential(0)}. jax-js compiles the whole step; tfjs embeds by a product with one-hot rows, as its WebAssembly backend lacks
the kernel that the gradient of a gather needs (UnsortedSegmentSum).

They take turns of a quarter of a second, in another order in each of ${ours.cpu.length} rounds. Steps per second of CPU time are those that
count on a machine that has other work, too; it is the time of all threads of a process. Ratios are computed in each round,
and their median is shown.

${table(['', 'steps per CPU second', 'middle half', 'Spotlight, relaxed, is', 'steps per second', 'Spotlight, relaxed, is'], rows)}

${sharedText(shared)}`;
  console.log(text);
  if (write) await writeSection('bench:training', text);
}
