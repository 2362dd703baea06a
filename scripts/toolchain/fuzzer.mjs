// Tools for fuzzing C++, in addition to those of the C++ tests: Clang with libFuzzer, and LLVM's symbolizer.
import { join } from 'node:path';
import { root, toolchain } from '../paths.mjs';
import { CommandError, run, say } from '../say.mjs';
import { isDebian12, unpackOwn } from './debian.mjs';
import { leavesOutCpp, native } from './native.mjs';
import { which } from './path.mjs';
import { once } from './stamp.mjs';

const PACKAGES = ['clang-19', 'libclang-rt-19-dev', 'llvm-19'];

const HOW_TO_INSTALL = `Please install Clang with its runtime libraries (Debian: apt install clang libclang-rt-dev llvm; macOS: brew
install llvm, whose folder bin must be first on the PATH, since Apple's Clang has no libFuzzer).`;

const isPrivate = () => isDebian12() && which('apt-get') !== null;

async function hasFuzzer(compiler) {
  const source = 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }';
  const command = `echo '${source}' | '${compiler}' -fsanitize=fuzzer -x c++ - -o /dev/null`;
  return run('sh', ['-c', command], { quiet: true }).then(
    () => true,
    () => false,
  );
}

/**
 * Message about the fuzzing tool that is missing and cannot be installed by the scripts; null if fuzzing is possible.
 */
export async function missingFuzzer() {
  if (isPrivate()) return null;
  const compiler = which('clang++');
  if (!compiler) return 'clang++ is missing';
  return (await hasFuzzer(compiler)) ? null : `${compiler} has no libFuzzer`;
}

/**
 * True if fuzzing must be skipped because a tool is missing, which is then reported. In CI, a missing tool is an error.
 */
export async function leavesOutFuzzing() {
  if (leavesOutCpp('fuzzing C++')) return true;
  const missing = await missingFuzzer();
  if (missing === null) return false;
  if (process.env.CI) throw new CommandError(`${missing}. ${HOW_TO_INSTALL}`);
  say(`fuzzing C++ is left out: ${missing}. ${HOW_TO_INSTALL}`);
  return true;
}

/**
 * Finds or installs the tools for fuzzing. Resolves with { env, prefixes }, with which CMake builds the fuzz targets
 * with Clang. They extend the environment and the prefixes that native() returns.
 */
export async function fuzzer() {
  const { env, prefixes } = await native();
  if (!isPrivate()) return { env: { ...env, CXX: which('clang++') }, prefixes };
  const title = 'getting Clang and libFuzzer into .toolchain (once)';
  await once('fuzzer', { PACKAGES, at: toolchain }, title, () => unpackOwn(PACKAGES));
  const bin = join(root, 'usr/bin');
  const symbolizer = join(bin, 'llvm-symbolizer-19');
  return { env: { ...env, CXX: join(bin, 'clang++-19'), ASAN_SYMBOLIZER_PATH: symbolizer }, prefixes };
}
