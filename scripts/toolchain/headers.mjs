// Finds the header-only libraries that the C++ code uses: xtensor, xtl and xsimd.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { newer } from '../paths.mjs';
import { CommandError } from '../say.mjs';
import { isDebian12, unpackTrixie } from './debian.mjs';
import { once } from './stamp.mjs';

export const HEADERS = ['libxtensor-dev', 'xtl-dev', 'libxsimd-dev'];

const PREFIXES = ['/usr', '/usr/local', '/opt/homebrew'];

/** Installation prefix, such as /usr, of the Debian 13 packages that are unpacked on Debian 12. */
export const unpackedPrefix = join(newer, 'usr');

const prefixOfSystem = (prefixes = PREFIXES) =>
  prefixes.find((prefix) => ['xtensor', 'xsimd'].every((library) => existsSync(join(prefix, 'include', library))));

export const hasHeaders = () => prefixOfSystem() !== undefined;

/**
 * Installation prefix of the system's xtensor, xtl and xsimd, under which CMake finds their packages.
 * @throws CommandError if they are missing
 */
export function systemPrefix() {
  const found = prefixOfSystem();
  if (found) return found;
  throw new CommandError(
    'The headers of xtensor, xtl and xsimd are missing. Please install them ' +
      '(Debian, Ubuntu: apt install libxtensor-dev xtl-dev libxsimd-dev; macOS: brew install xtensor xsimd).',
  );
}

/**
 * Installation prefix under which CMake finds xtensor, xtl and xsimd. On Debian 12, their Debian 13 packages are
 * unpacked for it.
 */
export async function headersPrefix() {
  if (!isDebian12()) return systemPrefix();
  await once('headers', HEADERS, 'getting the headers of xtensor and xsimd', () => unpackTrixie(HEADERS));
  return unpackedPrefix;
}
