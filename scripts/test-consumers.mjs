// npm run test:consumers: the package as npm packs it, in other people's programs.
import { join } from 'node:path';
import { buildPackage } from './build-package.mjs';
import { buildWasm } from './build-wasm.mjs';
import { npmPackages } from './npm-packages.mjs';
import { project } from './paths.mjs';
import { command, run, step } from './say.mjs';
import { browser } from './toolchain/browser.mjs';

/** Resolves with the runner's closing line. */
export async function testConsumers() {
  const { path, env } = await browser();
  const folder = join(project, 'tests/consumers');
  await step('looking at the package as others see it', async () => {
    await run('npx', ['publint', '--strict'], { cwd: project });
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
        'package.json',
      ],
      { cwd: project },
    );
  });
  const output = await step('using the package in other programs', () =>
    run('npx', ['playwright', 'test', '--config', join(folder, 'playwright.config.js')], {
      cwd: project,
      env: { ...env, CHROMIUM: path },
    }),
  );
  return output.match(/^\s*\d+ passed.*$/m)?.[0].trim() ?? '';
}

if (process.argv[1] === import.meta.filename) {
  await command(async () => {
    await npmPackages();
    await buildWasm();
    await buildPackage();
    console.log(await testConsumers());
  });
}
