// Jest tests of the built package and of the pure parts of the view. `npm run test:engine -- cost` builds the package
// and runs the test files whose names contain `cost`.
import { buildPackage } from './build-package.mjs';
import { buildWasm } from './build-wasm.mjs';
import { npmPackages } from './npm-packages.mjs';
import { project } from './paths.mjs';
import { command, isProgram, run, step } from './say.mjs';
import { RELAXED_FLAGS } from './toolchain/relaxed-node.mjs';

/** Resolves with Jest's closing line. */
export async function testEngine({ env = {}, only = [], show = false } = {}) {
  const flags = ['--no-warnings', '--experimental-vm-modules', ...RELAXED_FLAGS];
  let line = '';
  await step('running the tests of the engine and the view', async () => {
    const output = await run(process.execPath, [...flags, 'node_modules/jest/bin/jest.js', '--ci', ...only], {
      cwd: project,
      env,
      show,
      all: true,
    });
    line = output.match(/^Tests:.*$/m)?.[0] ?? '';
  });
  return line;
}

if (isProgram(import.meta.filename)) {
  await command(async () => {
    await npmPackages();
    await buildWasm();
    await buildPackage();
    await testEngine({ only: process.argv.slice(2), show: true });
  });
}
