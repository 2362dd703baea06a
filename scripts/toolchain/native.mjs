// Tools of the native C++ tests and style checks: a compiler with sanitizers, CMake, GoogleTest, xtensor's headers,
// clang-format and clang-tidy.
import { join } from 'node:path';
import { root, toolchain } from '../paths.mjs';
import { CommandError, run, say, step } from '../say.mjs';
import { isDebian12, libraryPath, unpackOwn, unpackTrixie } from './debian.mjs';
import { hasHeaders, HEADERS, systemPrefix, unpackedPrefix } from './headers.mjs';
import { which } from './path.mjs';
import { once } from './stamp.mjs';

const PACKAGES = ['cmake', 'cmake-data', 'ninja-build', 'libgtest-dev', 'clang-format-19', 'clang-tidy-19'];
const PROGRAMS = ['cmake', 'ninja', 'clang-format', 'clang-tidy'];

const HOW_TO_INSTALL = `Please install a C++20 compiler with its sanitizers, CMake, Ninja, GoogleTest, clang-format, clang-tidy,
xtensor and xsimd (Debian: apt install g++ cmake ninja-build libgtest-dev clang-format clang-tidy libxtensor-dev libxsimd-dev).`;

/** Installs a compiler, which must match the system; the only thing that is installed, and only as root. */
async function installCompiler() {
  const may = isDebian12() && which('apt-get') && process.getuid?.() === 0;
  if (!may) throw new CommandError(`The C++ tests need a compiler. ${HOW_TO_INSTALL}`);
  await step('installing g++ of this Debian, which the C++ tests need and the system lacks', async () => {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-q'], { env });
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'g++'], { env });
  });
}

/** The first missing part of the C++ tools that cannot be installed here; null: C++ can be checked and tested. */
export function missingPart(find = which, libraries = hasHeaders()) {
  if (isDebian12() && find('apt-get')) return null;
  return ['c++', ...PROGRAMS].find((program) => !find(program)) ?? (libraries ? null : 'xtensor or xsimd');
}

/** True if C++ must be left out, which is reported once. In CI it is never left out. */
export function leavesOutCpp(what) {
  const missing = missingPart();
  if (missing === null || process.env.CI) return false;
  say(`${what}: left out, since ${missing} is missing`);
  return true;
}

/** Resolves with { env, prefixes, clangFormat, clangTidy }: environment, CMake prefixes, and programs. */
export async function native() {
  if (!which('c++')) await installCompiler();
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
      env: { PATH: `${join(root, 'usr/bin')}:${process.env.PATH}`, LD_LIBRARY_PATH: libraryPath() },
      prefixes: [join(root, 'usr'), unpackedPrefix],
      clangFormat: 'clang-format-19',
      clangTidy: 'clang-tidy-19',
    };
  }
  const missing = PROGRAMS.find((program) => !which(program));
  if (missing) throw new CommandError(`${missing} is missing. ${HOW_TO_INSTALL}`);
  return { env: {}, prefixes: [systemPrefix()], clangFormat: 'clang-format', clangTidy: 'clang-tidy' };
}
