// Tools of the native C++ tests and style checks: a compiler with sanitizers, CMake, GoogleTest, xtensor's headers,
// clang-format and clang-tidy.
import { join } from 'node:path';
import { root, sysroot, toolchain } from '../paths.mjs';
import { CommandError, say } from '../say.mjs';
import { isDebian12, libraryPath, unpackOwn, unpackSysroot, unpackTrixie } from './debian.mjs';
import { hasHeaders, HEADERS, systemPrefix, unpackedPrefix } from './headers.mjs';
import { which } from './path.mjs';
import { once } from './stamp.mjs';

const PACKAGES = ['cmake', 'cmake-data', 'ninja-build', 'libgtest-dev', 'clang-format-19', 'clang-tidy-19'];
const PROGRAMS = ['cmake', 'ninja', 'clang-format', 'clang-tidy'];

const HOW_TO_INSTALL = `Please install a C++20 compiler with its sanitizers, CMake, Ninja, GoogleTest, clang-format, clang-tidy,
xtensor and xsimd (Debian: apt install g++ cmake ninja-build libgtest-dev clang-format clang-tidy libxtensor-dev libxsimd-dev).`;

const CLANG = ['clang-19', 'libclang-rt-19-dev', 'lld-19', 'llvm-19'];
const SYSROOT = [
  'libc6',
  'libc6-dev',
  'libgcc-12-dev',
  'libgcc-s1',
  'libstdc++6',
  'libstdc++-12-dev',
  'linux-libc-dev',
];

/**
 * Environment in which CMake finds a C++ compiler: the system's compiler, or else an unpacked Clang with the headers of
 * the running Debian.
 */
async function compiler() {
  if (which('c++')) return {};
  await once(
    'compiler',
    { CLANG, SYSROOT, at: toolchain },
    'getting a C++ compiler into .toolchain (once)',
    async () => {
      await unpackOwn(CLANG);
      await unpackSysroot(SYSROOT);
    },
  );
  return {
    CXX: join(root, 'usr/bin/clang++-19'),
    CXXFLAGS: `--sysroot=${sysroot}`,
    LDFLAGS: `-fuse-ld=lld --sysroot=${sysroot}`,
    ASAN_SYMBOLIZER_PATH: join(root, 'usr/bin/llvm-symbolizer-19'),
  };
}

/**
 * Name of the first C++ tool or library that is missing and cannot be installed by the scripts; null if the C++ code
 * can be checked and tested.
 */
export function missingPart(find = which, libraries = hasHeaders()) {
  if (isDebian12() && find('apt-get')) return null;
  return ['c++', ...PROGRAMS].find((program) => !find(program)) ?? (libraries ? null : 'xtensor or xsimd');
}

/**
 * True if checking and testing C++ must be skipped because a tool is missing, which is then reported. In CI, nothing is
 * skipped.
 */
export function leavesOutCpp(what) {
  const missing = missingPart();
  if (missing === null || process.env.CI) return false;
  say(`${what}: left out, since ${missing} is missing`);
  return true;
}

/**
 * Finds or installs the tools of the native C++ tests. Resolves with { env, prefixes, clangFormat, clangTidy }: the
 * environment, CMake's package search paths, and the paths of clang-format and clang-tidy.
 */
export async function native() {
  if (isDebian12() && which('apt-get')) {
    await once(
      'native',
      { PACKAGES, HEADERS, at: toolchain },
      'getting CMake, GoogleTest and the C++ style checkers into .toolchain (once)',
      async () => {
        await unpackOwn(PACKAGES);
        await unpackTrixie(HEADERS);
      },
    );
    return {
      env: {
        PATH: `${join(root, 'usr/bin')}:${process.env.PATH}`,
        LD_LIBRARY_PATH: libraryPath(),
        ...(await compiler()),
      },
      prefixes: [join(root, 'usr'), unpackedPrefix],
      clangFormat: 'clang-format-19',
      clangTidy: 'clang-tidy-19',
    };
  }
  const missing = ['c++', ...PROGRAMS].find((program) => !which(program));
  if (missing) throw new CommandError(`${missing} is missing. ${HOW_TO_INSTALL}`);
  return { env: {}, prefixes: [systemPrefix()], clangFormat: 'clang-format', clangTidy: 'clang-tidy' };
}
