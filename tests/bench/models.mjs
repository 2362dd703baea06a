// npm run bench:models: whole models with random weights, W9 to W12, beside onnxruntime-web and transformers.js, in Node on one
// thread. PYTHON names a Python that has torch, onnx, onnxruntime, onnxscript and safetensors, which makes the models into
// build/bench-models (3.5 GB).
// `--rounds 9`, `--only W9,W10`, `--dry` writes nothing.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../../scripts/paths.mjs';
import { command, run, step } from '../../scripts/say.mjs';
import { RELAXED_FLAGS } from '../../scripts/toolchain/relaxed-node.mjs';
import { installPeers } from './build.mjs';
import { measurePretrained } from './pretrained/measure.mjs';
import { reportPretrained } from './pretrained/report.mjs';
import { TIMES } from './pretrained/workloads.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    only: { type: 'string', default: Object.keys(TIMES).join(',') },
    dry: { type: 'boolean', default: false },
  },
});
const folder = join(build, 'bench-models');
const rounds = Number(options.rounds);

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
    const measured = await step('measuring whole models', async () => {
      const child = fork(import.meta.filename, [], { execArgv: RELAXED_FLAGS });
      child.send({ folder, rounds, only: options.only.split(',') });
      const [results] = await once(child, 'message');
      child.disconnect();
      return results;
    });
    await reportPretrained(measured, { write: !options.dry, rounds });
  });
}
