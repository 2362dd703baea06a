// What the native C++ tests and the C++ style checks need: a compiler with sanitizers, CMake, GoogleTest, xtensor's
// headers, clang-format and clang-tidy.
import { join } from 'node:path';
import { newer, root, toolchain } from '../paths.mjs';
import { CommandError } from '../say.mjs';
import { isDebian12, libraryPath, unpackOwn, unpackTrixie } from './debian.mjs';
import { HEADERS, systemHeaders } from './headers.mjs';
import { which } from './path.mjs';
import { once } from './stamp.mjs';

const PACKAGES = ['cmake', 'cmake-data', 'ninja-build', 'libgtest-dev', 'clang-format-19', 'clang-tidy-19'];
const PROGRAMS = ['cmake', 'ninja', 'clang-format', 'clang-tidy'];

const HOW_TO_INSTALL = `Please install a C++20 compiler with its sanitizers, CMake, Ninja, GoogleTest, clang-format, clang-tidy,
xtensor and xsimd (Debian: apt install g++ cmake ninja-build libgtest-dev clang-format clang-tidy libxtensor-dev libxsimd-dev).`;

/** Resolves with { env, include, prefix, clangFormat, clangTidy }: how the native tools are called. */
export async function native() {
  if (!which('c++')) throw new CommandError(`The C++ tests need a compiler. ${HOW_TO_INSTALL}`);
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
      include: join(newer, 'usr/include'),
      prefix: join(root, 'usr'),
      clangFormat: 'clang-format-19',
      clangTidy: 'clang-tidy-19',
    };
  }
  const missing = PROGRAMS.find((program) => !which(program));
  if (missing) throw new CommandError(`${missing} is missing. ${HOW_TO_INSTALL}`);
  return { env: {}, include: systemHeaders(), prefix: '', clangFormat: 'clang-format', clangTidy: 'clang-tidy' };
}
