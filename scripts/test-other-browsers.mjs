// npm run test:other-browsers: tests the page and the <attention-spotlight> element in Firefox and WebKit, if they are
// installed.
import { join } from 'node:path';
import { build } from './build.mjs';
import { npmPackages } from './npm-packages.mjs';
import { project } from './paths.mjs';
import { command, CommandError, isProgram, run, step } from './say.mjs';
import { which } from './toolchain/path.mjs';

const FIREFOX = ['firefox-esr', 'firefox'];
const NEEDED = [FIREFOX, ['WebKitWebDriver'], ['Xvfb']];

/** Path of the first of the named programs that is installed; null if none is. */
const firstOf = (names) => names.map(which).find((path) => path !== null) ?? null;

export async function testOtherBrowsers() {
  const missing = NEEDED.filter((names) => firstOf(names) === null);
  if (missing.length > 0) {
    throw new CommandError(
      `not on the PATH: ${missing.map((names) => names.join(' or ')).join(', ')}; on Debian: apt-get install firefox-esr webkit2gtk-driver xvfb`,
    );
  }
  const folder = join(project, 'tests/other-browsers');
  await npmPackages(folder);
  const output = await step('running the page in Firefox and in WebKit', () =>
    run('node', ['--test', '--test-reporter=spec', join(folder, 'browsers.test.mjs')], {
      cwd: project,
      env: { FIREFOX: firstOf(FIREFOX) },
    }),
  );
  return `${output.match(/pass (\d+)/)[1]} passed`;
}

if (isProgram(import.meta.filename)) {
  await command(async () => {
    await build();
    console.log(await testOtherBrowsers());
  });
}
