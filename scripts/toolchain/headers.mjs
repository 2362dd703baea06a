// The header-only libraries that the C++ is written with.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { newer } from '../paths.mjs';
import { CommandError } from '../say.mjs';
import { isDebian12, unpackTrixie } from './debian.mjs';
import { once } from './stamp.mjs';

/** Debian 13's packages of them. */
export const HEADERS = ['libxtensor-dev', 'xtl-dev', 'libxsimd-dev'];

const PREFIXES = ['/usr', '/usr/local', '/opt/homebrew'];

/** Debian 13's packages where this is Debian 12: they are unpacked under this prefix. */
export const unpackedPrefix = join(newer, 'usr');

const prefixOfSystem = (prefixes = PREFIXES) =>
  prefixes.find((prefix) => ['xtensor', 'xsimd'].every((library) => existsSync(join(prefix, 'include', library))));

/** Whether the system has xtensor and xsimd. */
export const hasHeaders = () => prefixOfSystem() !== undefined;

/** The prefix where the system has them, with their CMake packages. */
export function systemPrefix() {
  const found = prefixOfSystem();
  if (found) return found;
  throw new CommandError(
    'The headers of xtensor, xtl and xsimd are missing. Please install them ' +
      '(Debian, Ubuntu: apt install libxtensor-dev xtl-dev libxsimd-dev; macOS: brew install xtensor xsimd).',
  );
}

/** The prefix of the libraries, for CMake to find them; from Debian 13 where this is Debian 12. */
export async function headersPrefix() {
  if (!isDebian12()) return systemPrefix();
  await once('headers', HEADERS, 'getting the headers of xtensor and xsimd', () => unpackTrixie(HEADERS));
  return unpackedPrefix;
}
