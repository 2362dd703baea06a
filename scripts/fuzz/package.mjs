// npm run fuzz: calls the built package and the <attention-spotlight> element with random and hostile arguments
// (tests/fuzz). `-- --minutes 15 --seed 7` sets the duration, and the seed, with which a run can be repeated.
import { join } from 'node:path';
import { build } from '../build.mjs';
import { project } from '../paths.mjs';
import { command, isProgram, run, step } from '../say.mjs';
import { browser } from '../toolchain/browser.mjs';
import { RELAXED_FLAGS } from '../toolchain/relaxed-node.mjs';

export async function fuzz({ options = ['--minutes', '0.25'], show = false } = {}) {
  const { path, env } = await browser();
  const output = await step('attacking the package and the element', () =>
    run(
      process.execPath,
      ['--no-warnings', ...RELAXED_FLAGS, join(project, 'tests/fuzz/main.mjs'), '--page', ...options],
      {
        cwd: project,
        env: { ...env, CHROMIUM: path },
        show,
      },
    ),
  );
  return output.match(/^fuzz: \d+ calls.*$/m)?.[0] ?? '';
}

if (isProgram(import.meta.filename)) {
  await command(async () => {
    await build();
    await fuzz({ options: process.argv.slice(2), show: true });
  });
}
