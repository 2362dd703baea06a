// The tests of the page in a real browser, by Playwright.
import { project } from './paths.mjs';
import { run, step } from './say.mjs';
import { browser } from './toolchain/browser.mjs';

/** Resolves with Playwright's closing line. */
export async function testBrowser() {
  const { path, env } = await browser();
  const output = await step('running the tests of the page in Chromium', () =>
    run('npx', ['playwright', 'test'], { cwd: project, env: { ...env, CHROMIUM: path } }),
  );
  return output.match(/^\s*\d+ passed.*$/m)?.[0].trim() ?? '';
}
