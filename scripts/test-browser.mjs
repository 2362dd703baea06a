// Runs the page tests in a browser with Playwright. `npm run test:page -- views` builds the page and runs the test
// files whose names contain `views`; FULL=1 adds the tests of `npm run test:full`.
import { build } from './build.mjs';
import { project } from './paths.mjs';
import { command, isProgram, run, step } from './say.mjs';
import { browser } from './toolchain/browser.mjs';

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
