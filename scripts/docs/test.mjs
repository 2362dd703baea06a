// npm run test:docs: tests the documentation website in Chromium: links, live elements, the playground.
import { join } from 'node:path';
import { buildPackage } from '../build-package.mjs';
import { buildWasm } from '../build-wasm.mjs';
import { npmPackages } from '../npm-packages.mjs';
import { project } from '../paths.mjs';
import { command, isProgram, run, step } from '../say.mjs';
import { browser } from '../toolchain/browser.mjs';
import { buildDocs } from './build-docs.mjs';

/** Builds and tests the documentation website. Requires the built package. Resolves with Playwright's summary line. */
export async function testDocs() {
  await buildDocs();
  const { path, env } = await browser();
  const config = join(project, 'tests/docs/playwright.config.js');
  const output = await step('testing the documentation website', () =>
    run('npx', ['playwright', 'test', '--config', config], { cwd: project, env: { ...env, CHROMIUM: path } }),
  );
  return output.match(/^\s*\d+ passed.*$/m)?.[0].trim() ?? '';
}

if (isProgram(import.meta.filename)) {
  await command(async () => {
    await npmPackages();
    await buildWasm();
    await buildPackage();
    console.log(`Docs ${await testDocs()}`);
  });
}
