// npm run test:consumers: tests the package, as npm packs it, in programs that install and import it.
import { join } from 'node:path';
import { buildPackage } from './build-package.mjs';
import { buildWasm } from './build-wasm.mjs';
import { npmPackages } from './npm-packages.mjs';
import { project } from './paths.mjs';
import { command, CommandError, isProgram, run, step } from './say.mjs';
import { browser } from './toolchain/browser.mjs';

/** Runs the Playwright tests of a folder in Chromium. Resolves with Playwright's summary line. */
async function testFolder(title, folder) {
  const { path, env } = await browser();
  const config = join(project, folder, 'playwright.config.js');
  const output = await step(title, () =>
    run('npx', ['playwright', 'test', '--config', config], { cwd: project, env: { ...env, CHROMIUM: path } }),
  );
  return output.match(/^\s*\d+ passed.*$/m)?.[0].trim() ?? '';
}

/** Paths of classic scripts that publint mistakes for modules, because their error messages quote import statements. */
const CLASSIC = /engine-inline\/classic\//;

async function checkWithPublint() {
  const { publint } = await import('publint');
  const { formatMessage } = await import('publint/utils');
  const { messages, pkg } = await publint({ pkgDir: project, strict: true });
  const found = messages.filter(
    ({ code, args }) => !(code === 'FILE_INVALID_FORMAT' && CLASSIC.test(args.actualFilePath)),
  );
  if (found.length > 0) throw new CommandError(found.map((message) => formatMessage(message, pkg)).join('\n'));
}

/**
 * Tests the package in programs with and without bundlers, and in the Node that runs this script; part of `npm test`.
 */
export async function testConsumers() {
  await step('checking the package with publint and attw', async () => {
    await checkWithPublint();
    await run(
      'npx',
      [
        'attw',
        '--pack',
        '.',
        '--profile',
        'esm-only',
        '--exclude-entrypoints',
        'spotlight-simd.wasm',
        'spotlight-relaxed.wasm',
        'spotlight-training-simd.wasm',
        'spotlight-training-relaxed.wasm',
        'package.json',
      ],
      { cwd: project },
    );
  });
  return testFolder('using the package in other programs', 'tests/consumers');
}

/**
 * Tests the package with frameworks, site generators and other runtimes. It is not part of `npm test`, since installing
 * them takes longer than the tests.
 */
export const testFrameworks = () =>
  testFolder('using the package with frameworks, makers of sites and other runtimes', 'tests/frameworks');

if (isProgram(import.meta.filename)) {
  await command(async () => {
    await npmPackages();
    await buildWasm();
    await buildPackage();
    console.log(`Users      ${await testConsumers()}\nFrameworks ${await testFrameworks()}`);
  });
}
