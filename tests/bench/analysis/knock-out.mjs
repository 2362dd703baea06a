// Compares the time to knock out each head of a model with TransformerLens, on the same number of threads, taking
// turns. Prints seconds, and seconds of CPU time, which other programs disturb less:
//
// PYTHON=… node tests/bench/analysis/knock-out.mjs FOLDER [THREADS] [ROUNDS]
//
// FOLDER contains a GPT-2 with 12 layers and 12 heads per layer, as transformers saves it. Requires the built package,
// and a Python with transformer-lens. Both libraries set each head to zero in turn, and compute the log probability of
// one token after 32 tokens.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createEngine } from '../../../dist/engine/node.js';
import { knockOut } from '../../../dist/analysis/index.js';

const [folder, threads = '1', rounds = '3'] = process.argv.slice(2);
const IDS = Array.from({ length: 32 }, (_, at) => (7919 * (at + 1)) % 50257);

const peer = spawn(process.env.PYTHON ?? 'python3', [
  fileURLToPath(new URL('transformer_lens_knock_out.py', import.meta.url)),
  folder,
  threads,
]);
peer.stderr.resume();
const lines = createInterface({ input: peer.stdout })[Symbol.asyncIterator]();
const line = async () => (await lines.next()).value;

const engine = await createEngine({ threads: Number(threads) });
const model = await engine.loadPretrained(pathToFileURL(`${folder}/`));
const run = model.run(IDS);

async function own() {
  const [start, before] = [performance.now(), process.cpuUsage()];
  const { logProbability } = await knockOut(run, { token: 100, kind: 'zero' });
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - start) / 1000;
  return { seconds, cpu: (user + system) / 1e6, heads: logProbability.heads.decoder.data };
}

console.log(`${engine.build}, ${engine.threads} threads, ${await line()}`);
for (let round = 0; round < Number(rounds); ++round) {
  const { seconds, cpu, heads } = await own();
  peer.stdin.write('\n');
  const [theirs, theirCpu, ...first] = (await line()).split(' ').map(Number);
  const difference = Math.max(...first.map((each, at) => Math.abs(each - heads[at])));
  console.log(
    `here ${seconds.toFixed(2)} s, ${cpu.toFixed(2)} s of processor (156 parts); ` +
      `there ${theirs.toFixed(2)} s, ${theirCpu.toFixed(2)} s of processor (144); they differ by ${difference.toExponential(1)}`,
  );
}
peer.stdin.end();
model.dispose();
engine.dispose();
