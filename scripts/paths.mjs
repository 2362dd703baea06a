// Paths for the scripts. Everything private to this checkout is in one ignored folder, .toolchain; a container stores
// that folder outside the checkout and names it in SPOTLIGHT_TOOLCHAIN.
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import './toolchain/node-version.mjs'; // first: checks the version before newer syntax fails

export const project = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
export const toolchain = process.env.SPOTLIGHT_TOOLCHAIN ?? join(project, '.toolchain');
export const root = join(toolchain, 'root'); // unpacked packages of this Debian
export const sysroot = join(toolchain, 'sysroot'); // headers and libraries for compiling C++ where the system has no compiler
export const newer = join(toolchain, 'trixie'); // unpacked packages of Debian 13
export const build = join(project, 'build');
