// npm run measure -- stories [--write]: measures the heads of the story model (training/measure/stories.mjs). npm run
// measure -- --data DIR [--write]: measures the default model on held-out texts. --data is required only the first
// time, for extracting the texts; --write stores the results in the model's config.json and MODEL_CARD.md.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackage } from './build-package.mjs';
import { buildWasm } from './build-wasm.mjs';
import { command, CommandError, run } from './say.mjs';
import { npmPackages } from './npm-packages.mjs';
import { project } from './paths.mjs';
import { trainingPython } from './python.mjs';

const work = join(project, 'build/training');
const heldOut = join(work, 'held-out.json');
const flags = process.argv.includes('--write') ? ['--write'] : [];
const data = process.argv[process.argv.indexOf('--data') + 1];

await command(async () => {
  await npmPackages();
  await buildWasm();
  await buildPackage();
  if (process.argv[2] === 'stories') {
    await run(process.execPath, [join(project, 'training/measure/stories.mjs'), ...flags], {
      cwd: project,
      show: true,
    });
    return;
  }
  const python = await trainingPython();
  if (!existsSync(heldOut)) {
    if (!process.argv.includes('--data'))
      throw new CommandError('expected --data DIR, the public text of training/manifest.json');
    await run(python, [join(project, 'training/main.py'), '--data', data, '--work', work, '--prepare-only'], {
      show: true,
    });
  }
  const measure = [join(project, 'training/measure/main.mjs'), work, join(project, 'models/default'), ...flags];
  await run(process.execPath, measure, { cwd: project, env: { PYTHON: python }, show: true });
});
