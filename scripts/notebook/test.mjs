// npm run test:notebook: tests the Python package (python/) in a separate JupyterLab, which is installed from PyPI into
// .toolchain/notebook.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildNotebook } from './build.mjs';
import { buildPackage } from '../build-package.mjs';
import { buildWasm } from '../build-wasm.mjs';
import { npmPackages } from '../npm-packages.mjs';
import { project, toolchain } from '../paths.mjs';
import { command, CommandError, isProgram, run, step } from '../say.mjs';
import { browser } from '../toolchain/browser.mjs';
import { once } from '../toolchain/stamp.mjs';

const tests = join(project, 'tests/notebook');
const requirements = join(tests, 'requirements.txt');
const environment = join(toolchain, 'notebook');
const [systemPython, python] =
  process.platform === 'win32'
    ? ['python', join(environment, 'Scripts/python.exe')]
    : ['python3', join(environment, 'bin/python')];
const pip = (...options) => run(python, ['-m', 'pip', 'install', '--quiet', ...options], { cwd: project });

async function makeEnvironment() {
  await run(systemPython, ['-m', 'venv', '--clear', environment]);
  await pip('--requirement', requirements);
}

export async function testNotebook() {
  const recipe = { requirements: readFileSync(requirements, 'utf8'), environment };
  await once('notebook', recipe, 'getting JupyterLab from PyPI into .toolchain (once)', makeEnvironment).catch(() => {
    throw new CommandError('the tests in notebooks need python3 with venv (python3-venv on Debian), and PyPI');
  });
  await step('installing ./python', () => pip('--force-reinstall', '--no-deps', './python'));
  await step('testing the Python package', () =>
    run(python, ['-m', 'unittest', 'discover', '--start-directory', tests], { cwd: project }),
  );
  const { path, env } = await browser();
  const output = await step('using the Python package in JupyterLab', () =>
    run('npx', ['playwright', 'test', '--config', join(tests, 'playwright.config.js')], {
      cwd: project,
      env: { ...env, CHROMIUM: path, PYTHON: python },
    }),
  );
  return output.match(/^\s*\d+ passed.*$/m)?.[0].trim() ?? '';
}

if (isProgram(import.meta.filename)) {
  await command(async () => {
    await npmPackages();
    await buildWasm();
    await buildPackage();
    await buildNotebook();
    console.log(`Notebook ${await testNotebook()}`);
  });
}
