// npm run bench:training: measures training steps per second, compared with TensorFlow.js, jax-js and PyTorch on one
// thread, with the same weights, batches and optimizer. In Chromium, it measures how much a second worker helps. Uses
// the current build. PYTHON is the path of a Python with the packages of training/requirements.txt. `--seconds 60` sets
// the duration; `--dry` writes nothing.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { command, step } from '../../scripts/say.mjs';
import { trainingPython } from '../../scripts/python.mjs';
import { RELAXED_FLAGS } from '../../scripts/toolchain/relaxed-node.mjs';
import { buildGradients, installPeers } from './build.mjs';
import { measureTraining } from './training/measure.mjs';
import { reportTraining } from './training/report.mjs';
import { measureSecondWorker } from './training/second-worker.mjs';

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, dry: { type: 'boolean', default: false } },
});

if (process.send) {
  process.once('message', async (settings) => {
    process.send(await measureTraining(settings));
    process.once('disconnect', () => process.exit());
  });
} else {
  await command(async () => {
    await installPeers();
    const python = await trainingPython();
    const gradients = await step('building the gradients of TensorFlow.js', buildGradients);
    const measured = await step('measuring training', async () => {
      const child = fork(import.meta.filename, [], { execArgv: RELAXED_FLAGS });
      child.send({ python, gradients, seconds: Number(options.seconds) });
      const [results] = await once(child, 'message');
      child.disconnect();
      return results;
    });
    const shared = await step('measuring a second worker in Chromium', () =>
      measureSecondWorker(Number(options.seconds) / 2),
    );
    await reportTraining({ ...measured, shared }, { write: !options.dry });
  });
}
