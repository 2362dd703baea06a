// npm run test:parity -- --seed 7 --count 3 FOLDER…: compares attention weights with those of transformers in double
// precision, for random tiny models of every family, and for the checkpoints in the given folders. PYTHON is the path
// of a Python with torch, transformers and safetensors, from PyPI.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildPackage } from '../build-package.mjs';
import { buildWasm } from '../build-wasm.mjs';
import { npmPackages } from '../npm-packages.mjs';
import { build, project } from '../paths.mjs';
import { command, CommandError, isProgram, run, step } from '../say.mjs';
import { hasTransformers, python } from './transformers.mjs';

const folder = join(build, 'parity');
const TOLERANCE = 3e-5;
/**
 * Tolerance for models whose large scores amplify rounding errors, such as T5, which does not scale its scores. It is a
 * multiple of the change in transformers' own results when the weights are rounded, or when they are computed in single
 * precision; both involve fewer roundings than a whole model.
 */
const TIMES_NOISE = 4;

/**
 * Compares the attention weights of one model with those of transformers. Resolves with { worst, end }: the maximum
 * deviation, and the index after the model's last reference number.
 * @param numbers reference numbers of all models
 * @param start index of the model's first reference number
 */
async function errorOf(engine, { weights, config, ids, target, types, pixels, shape, shapes }, numbers, start) {
  const { tensor } = await import(pathToFileURL(join(project, 'dist/engine/node.js')));
  const file = (path) => new Blob([readFileSync(path)]);
  const model = await engine.loadPretrained({ weights: file(weights), config: file(config) });
  const input = pixels ? tensor(Float32Array.from(pixels), shape) : ids;
  const run = model.run(input, { ...(target && { target: target.slice(1) }), ...(types && { tokenTypes: types }) });
  let [at, worst] = [start, 0];
  for (const [attention, layers] of Object.entries(shapes)) {
    for (const [layer, expected] of layers.entries()) {
      const { data, shape: own } = run.attention(attention, layer);
      if (own.join() !== expected.join()) throw new Error(`${config}: ${attention}.${layer} has shape ${own}`);
      for (const weight of data) worst = Math.max(worst, Math.abs(weight - numbers[at++]));
    }
  }
  model.dispose();
  return { worst, end: at };
}

/** Compares all models with transformers. Resolves with a table row per model family. */
async function compare() {
  const { createEngine } = await import(pathToFileURL(join(project, 'dist/engine/node.js')));
  const engine = await createEngine();
  const cases = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8'));
  const bytes = readFileSync(join(folder, 'attention.f32'));
  const numbers = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const rows = new Map();
  let start = 0;
  for (const each of cases) {
    const { worst, end } = await errorOf(engine, each, numbers, start);
    start = end;
    const row = rows.get(each.family) ?? { family: each.family, configs: 0, error: 0, single: 0, noise: 0, faults: [] };
    rows.set(each.family, row);
    row.configs += 1;
    row.error = Math.max(row.error, worst);
    row.single = Math.max(row.single, each.single);
    row.noise = Math.max(row.noise, each.noise);
    const most = Math.max(TOLERANCE, TIMES_NOISE * Math.max(each.single, each.noise));
    if (!(worst <= most)) row.faults.push(`${each.name}: ${worst.toExponential(1)}`);
  }
  engine.dispose();
  return [...rows.values()];
}

/**
 * Runs the whole comparison. Resolves with a summary line that tells what was compared, or why the test was skipped.
 */
export async function testParity({ seed = 1, count = 3, checkpoints = [], show = false } = {}) {
  if (!(await hasTransformers()))
    return `left out: PYTHON names no Python that has torch, transformers and safetensors`;
  const script = join(project, 'tests/fixtures/make_checkpoints.py');
  await step('creating models and running transformers', () =>
    run(python, [script, folder, seed, count, ...checkpoints].map(String), { env: { HF_HUB_OFFLINE: '1' } }),
  );
  const rows = await step('comparing attention', compare);
  for (const { family, configs, ...row } of show ? rows : []) {
    const [error, single, noise] = [row.error, row.single, row.noise].map((each) => each.toExponential(1));
    const line = `${error}; transformers in float32 ${single}; rounded weights ${noise}`;
    console.log(`${family.padEnd(24)}${String(configs).padStart(3)}  ${line}`);
  }
  const faults = rows.flatMap((row) => row.faults);
  if (faults.length > 0) throw new CommandError(`attention differs from transformers': ${faults.join('; ')}`);
  const total = rows.reduce((sum, { configs }) => sum + configs, 0);
  const worst = Math.max(...rows.map(({ error }) => error));
  return `${total} checkpoints of ${rows.length} families, at most ${worst.toExponential(1)} from transformers`;
}

if (isProgram(import.meta.filename)) {
  await command(async () => {
    const { values, positionals } = parseArgs({
      options: { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '3' } },
      allowPositionals: true,
    });
    await npmPackages();
    await buildWasm();
    await buildPackage();
    console.log(await testParity({ ...values, checkpoints: positionals, show: true }));
  });
}
