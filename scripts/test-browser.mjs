// The tests of the page in a real browser, by Playwright. On its own, `npm run test:page -- views` builds the page and runs
// the tests of the files whose names contain `views`; with FULL=1 also those that only `npm run test:full` runs.
import { build } from './build.mjs';
import { project } from './paths.mjs';
import { command, isProgram, run, step } from './say.mjs';
import { browser } from './toolchain/browser.mjs';

/** Resolves with Playwright's closing line. */
export async function testBrowser({ env: given = {}, only = [], show = false } = {}) {
  const { headless, env } = await browser();
  const output = await step('running the tests of the page in Chromium', () =>
    run('npx', ['playwright', 'test', ...only], { cwd: project, env: { ...env, ...given, CHROMIUM: headless }, show }),
  );
  return output.match(/^\s*\d+ passed.*$/m)?.[0].trim() ?? '';
}

if (isProgram(import.meta.filename)) {
  await command(async () => {
    await build();
    await testBrowser({ only: process.argv.slice(2), show: true });
  });
}
