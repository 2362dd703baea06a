// npm run train -- --data DIR: trains models/default on public text. Takes hours, and resumes after an interruption.
import { join } from 'node:path';
import { buildPackage } from './build-package.mjs';
import { buildWasm } from './build-wasm.mjs';
import { command, run } from './say.mjs';
import { npmPackages } from './npm-packages.mjs';
import { project } from './paths.mjs';
import { trainingPython } from './python.mjs';

const work = join(project, 'build/training');

await command(async () => {
  await npmPackages();
  await buildWasm();
  await buildPackage();
  const python = await trainingPython();
  const folders = {
    '--work': work,
    '--model': join(project, 'models/default'),
    '--reference': join(project, 'tests/fixtures/default-model.json'),
  };
  const training = [join(project, 'training/main.py'), ...Object.entries(folders).flat(), ...process.argv.slice(2)];
  await run(python, training, { cwd: project, show: true });
});
