// Builds the C++ tests natively and runs them with CTest: all tests with AddressSanitizer and
// UndefinedBehaviorSanitizer, and the thread tests also with ThreadSanitizer.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { compile, configure } from './cmake.mjs';
import { build } from './paths.mjs';
import { run, step } from './say.mjs';
import { leavesOutCpp, native } from './toolchain/native.mjs';

export const folder = join(build, 'native');

/** Configures the native build of the C++ tests. clang-tidy uses its compile commands as well. */
export async function configureNative() {
  const tools = await native();
  await configure('sanitizers', folder, tools);
  return tools;
}

async function runTests(tests, env, ...only) {
  const jobs = String(availableParallelism());
  const output = await run('ctest', ['--test-dir', tests, '--output-on-failure', '--parallel', jobs, ...only], { env });
  return output.match(/^.*tests passed.*$/m)?.[0] ?? output;
}

/**
 * Runs the GoogleTest program in as many processes as there are processors. (CTest would start a process for each test;
 * with sanitizers, that takes longer than most tests.) Resolves with the summary line of each process.
 */
async function runProgram(env) {
  const shards = availableParallelism();
  const runShard = (shard) =>
    run(join(folder, 'tests/cpp/spotlight_tests'), ['--gtest_brief=1'], {
      env: { ...env, GTEST_TOTAL_SHARDS: String(shards), GTEST_SHARD_INDEX: String(shard) },
    });
  const outputs = await Promise.all(Array.from({ length: shards }, (_, shard) => runShard(shard)));
  return outputs.map((output) => output.match(/^\[ +PASSED.*$/m)?.[0] ?? output);
}

/** Runs all C++ tests. Resolves with the runners' summary lines, or with a message if there is no compiler. */
export async function testCpp() {
  if (leavesOutCpp('the C++ tests')) return 'left out';
  const { env } = await configureNative();
  await step('building the C++ tests with sanitizers', () => compile(folder, { env }));
  return step('running the C++ tests', async () => {
    const program = await runProgram(env);
    return [...program, await runTests(folder, env, '--tests-regex', '^(install|example)$')].join('; ');
  });
}

/**
 * Runs the thread tests with ThreadSanitizer. Resolves with CTest's summary line, or with a message if there is no
 * compiler.
 */
export async function testThreads() {
  if (leavesOutCpp('the tests of threads')) return 'left out';
  const threads = join(build, 'threads');
  const tools = await native();
  await configure('thread-sanitizer', threads, tools);
  await step('building the C++ tests with ThreadSanitizer', () => compile(threads, tools));
  return step('running the tests of threads', () => runTests(threads, tools.env, '--tests-regex', '^Threads'));
}
