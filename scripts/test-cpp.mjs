// The C++ tests, built natively with AddressSanitizer and UndefinedBehaviorSanitizer, run by CTest.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { compile, configure } from './cmake.mjs';
import { build } from './paths.mjs';
import { run, step } from './say.mjs';
import { leavesOutCpp, native } from './toolchain/native.mjs';

export const folder = join(build, 'native');

/** Configures the native build; what it knows about the compiler serves clang-tidy too. */
export async function configureNative() {
  const tools = await native();
  await configure('sanitizers', folder, tools);
  return tools;
}

/** Resolves with CTest's closing line, or says that there is no compiler. */
export async function testCpp() {
  if (leavesOutCpp('the C++ tests')) return 'left out';
  const { env } = await configureNative();
  const jobs = String(availableParallelism());
  await step('building the C++ tests with sanitizers', () => compile(folder, { env }));
  const output = await step('running the C++ tests', () =>
    run('ctest', ['--test-dir', folder, '--output-on-failure', '--parallel', jobs], { env }),
  );
  return output.match(/^.*tests passed.*$/m)?.[0] ?? output;
}
