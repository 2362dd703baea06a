// The header-only libraries that the C++ is written with.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { newer } from '../paths.mjs';
import { CommandError } from '../say.mjs';
import { isDebian12, unpackTrixie } from './debian.mjs';
import { once } from './stamp.mjs';

/** Debian 13's packages of them. */
export const HEADERS = ['libxtensor-dev', 'xtl-dev', 'libxsimd-dev'];

const FOLDERS = ['/usr/include', '/usr/local/include', '/opt/homebrew/include'];

/** The folder of the system's headers that has xtensor and xsimd. */
export function systemHeaders() {
  const has = (folder, library) => existsSync(join(folder, library));
  const found = FOLDERS.find((folder) => has(folder, 'xtensor') && has(folder, 'xsimd'));
  if (found) return found;
  throw new CommandError(
    'The headers of xtensor, xtl and xsimd are missing. Please install them ' +
      '(Debian, Ubuntu: apt install libxtensor-dev xtl-dev libxsimd-dev; macOS: brew install xtensor xsimd).',
  );
}

/** The folder of the headers, got from Debian 13 where this is Debian 12. */
export async function headers() {
  if (!isDebian12()) return systemHeaders();
  await once('headers', HEADERS, 'getting the headers of xtensor and xsimd', () => unpackTrixie(HEADERS));
  return join(newer, 'usr/include');
}
