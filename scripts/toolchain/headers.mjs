// Finds the header-only libraries that the C++ code uses.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { newer } from '../paths.mjs';
import { CommandError } from '../say.mjs';
import { isDebian12, unpackTrixie } from './debian.mjs';
import { once } from './stamp.mjs';

export const HEADERS = ['libxtensor-dev', 'xtl-dev', 'libxsimd-dev'];

const PREFIXES = ['/usr', '/usr/local', '/opt/homebrew'];

/** Prefix of the packages of Debian 13 that are unpacked on Debian 12. */
export const unpackedPrefix = join(newer, 'usr');

const prefixOfSystem = (prefixes = PREFIXES) =>
  prefixes.find((prefix) => ['xtensor', 'xsimd'].every((library) => existsSync(join(prefix, 'include', library))));

export const hasHeaders = () => prefixOfSystem() !== undefined;

/** Prefix of the system's libraries and of their CMake packages. */
export function systemPrefix() {
  const found = prefixOfSystem();
  if (found) return found;
  throw new CommandError(
    'The headers of xtensor, xtl and xsimd are missing. Please install them ' +
      '(Debian, Ubuntu: apt install libxtensor-dev xtl-dev libxsimd-dev; macOS: brew install xtensor xsimd).',
  );
}

/** Prefix under which CMake finds the libraries; on Debian 12, that of Debian 13's libraries. */
export async function headersPrefix() {
  if (!isDebian12()) return systemPrefix();
  await once('headers', HEADERS, 'getting the headers of xtensor and xsimd', () => unpackTrixie(HEADERS));
  return unpackedPrefix;
}
