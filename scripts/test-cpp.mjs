// The C++ tests, built natively with AddressSanitizer and UndefinedBehaviorSanitizer, run by CTest.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { build, project } from './paths.mjs';
import { run, step } from './say.mjs';
import { native } from './toolchain/native.mjs';

export const folder = join(build, 'native');

/** Configures the native build; what it knows about the compiler serves clang-tidy too. */
export async function configureNative() {
  const tools = await native();
  if (!existsSync(join(folder, 'build.ninja'))) {
    const settings = [`-DSPOTLIGHT_HEADERS=${tools.include}`, `-DCMAKE_PREFIX_PATH=${tools.prefix}`];
    await run('cmake', ['-G', 'Ninja', '-S', project, '-B', folder, '-DCMAKE_BUILD_TYPE=Debug', ...settings], {
      env: tools.env,
    });
  }
  return tools;
}

/** Resolves with CTest's closing line. */
export async function testCpp() {
  const { env } = await configureNative();
  const jobs = String(availableParallelism());
  await step('building the C++ tests with sanitizers', () =>
    run('cmake', ['--build', folder, '--parallel', jobs], { env }),
  );
  const output = await step('running the C++ tests', () =>
    run('ctest', ['--test-dir', folder, '--output-on-failure', '--parallel', jobs], { env }),
  );
  return output.match(/^.*tests passed.*$/m)?.[0] ?? output;
}
