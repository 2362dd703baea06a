// Jest tests of the TypeScript sources and of the built package. `npm run test:engine` runs all of them. `npm run
// test:engine -- cost` and `npm test -- cost` run the test files whose paths contain `cost`, after building only those
// parts of the project that the files need.
import { buildPackage } from './build-package.mjs';
import { buildWasm } from './build-wasm.mjs';
import { npmPackages } from './npm-packages.mjs';
import { project } from './paths.mjs';
import { command, CommandError, isProgram, run, step } from './say.mjs';
import { digestIn, digestOfSources, target } from './toolchain/release-wasm.mjs';
import { RELAXED_FLAGS } from './toolchain/relaxed-node.mjs';

const jest = (args, options) =>
  run(
    process.execPath,
    ['--no-warnings', '--experimental-vm-modules', ...RELAXED_FLAGS, 'node_modules/jest/bin/jest.js', '--ci', ...args],
    { cwd: project, ...options },
  );

export async function testEngine({ env = {}, only = [], show = false } = {}) {
  let line = '';
  await step('running the tests of the engine and the view', async () => {
    const output = await jest(only, { env, show, all: true });
    line = output.match(/^Tests:.*$/m)?.[0] ?? '';
  });
  return line;
}

const listTests = async (args) => (await jest(['--listTests', ...args])).split('\n').filter(Boolean);

/**
 * The only source file that imports the glue of the engine's WebAssembly: test files that depend on it need the .wasm
 * files.
 */
const LOADS_WASM = 'web/engine/runtime/wasm-module.ts';

/** Runs the Jest test files whose paths contain one of the patterns; all test files if there are no patterns. */
export async function testMatching(patterns) {
  await npmPackages();
  const files = await listTests(patterns);
  if (files.length === 0) throw new CommandError(`no test file matches ${patterns.join(' ')}`);
  const isOfPackage = files.some((file) => /[\\/]tests[\\/]package[\\/]/.test(file));
  const withWasm = new Set(await listTests(['--findRelatedTests', LOADS_WASM]));
  const isOld = digestIn(target) !== digestOfSources();
  if (isOld && (isOfPackage || files.some((file) => withWasm.has(file)))) await buildWasm();
  if (isOfPackage) await buildPackage();
  await testEngine({ only: patterns, show: true });
}

if (isProgram(import.meta.filename)) await command(() => testMatching(process.argv.slice(2)));
