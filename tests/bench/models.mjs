// npm run bench:models: measures whole models with random weights, workloads W9 to W12, and compares them with
// onnxruntime-web and transformers.js, in Node on one thread. In Chromium, it also compares W9 with LiteRT.js, and
// measures all models on two threads. PYTHON is the path of a Python with torch, onnx, onnxruntime, onnxscript and
// safetensors, which creates the models in build/bench-models (4 GB). Options: `--rounds 9`, `--only W9,W10`, `--in
// chromium`; `--dry` writes nothing.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../../scripts/paths.mjs';
import { command, run, step } from '../../scripts/say.mjs';
import { RELAXED_FLAGS } from '../../scripts/toolchain/relaxed-node.mjs';
import { buildBenchPage, installPeers } from './build.mjs';
import { measureInChromium } from './pretrained/chromium.mjs';
import { makeTflite } from './pretrained/make-tflite.mjs';
import { measurePretrained } from './pretrained/measure.mjs';
import { reportInChromium } from './pretrained/report-in-chromium.mjs';
import { reportPretrained } from './pretrained/report.mjs';
import { MODELS, TIMES } from './pretrained/workloads.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    in: { type: 'string', default: 'node,chromium' },
    only: { type: 'string', default: Object.keys(TIMES).join(',') },
    dry: { type: 'boolean', default: false },
  },
});
const folder = join(build, 'bench-models');
const rounds = Number(options.rounds);
const only = options.only.split(',');
const places = options.in.split(',');

async function inNode() {
  const measured = await step('measuring whole models in Node', async () => {
    const child = fork(import.meta.filename, [], { execArgv: RELAXED_FLAGS });
    child.send({ folder, rounds, only });
    const [results] = await once(child, 'message');
    child.disconnect();
    return results;
  });
  await reportPretrained(measured, { write: !options.dry, rounds });
}

async function inChromium() {
  const { model } = TIMES.W9;
  await step('making a TFLite model', () => makeTflite(join(folder, model), MODELS[model].prompt));
  await buildBenchPage();
  const measured = await step('measuring whole models in Chromium', () => measureInChromium({ rounds, only }));
  await reportInChromium(measured, { write: !options.dry, rounds });
}

if (process.send) {
  process.once('message', async (settings) => {
    process.send(await measurePretrained(settings));
    process.once('disconnect', () => process.exit());
  });
} else {
  await command(async () => {
    await installPeers();
    const script = join(import.meta.dirname, 'pretrained/make_models.py');
    await step('making the models', () => run(process.env.PYTHON ?? 'python3', [script, folder]));
    if (places.includes('node')) await inNode();
    if (places.includes('chromium')) await inChromium();
  });
}
