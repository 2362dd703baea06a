// The tests of the built package and of the pure parts of the view, by Jest.
import { project } from './paths.mjs';
import { run, step } from './say.mjs';
import { RELAXED_FLAGS } from './toolchain/relaxed-node.mjs';

/** Resolves with Jest's closing line. */
export async function testEngine({ env = {} } = {}) {
  const flags = ['--no-warnings', '--experimental-vm-modules', ...RELAXED_FLAGS];
  let line = '';
  await step('running the tests of the engine and the view', async () => {
    const output = await run(process.execPath, [...flags, 'node_modules/jest/bin/jest.js', '--ci'], {
      cwd: project,
      env,
      all: true,
    });
    line = output.match(/^Tests:.*$/m)?.[0] ?? '';
  });
  return line;
}
