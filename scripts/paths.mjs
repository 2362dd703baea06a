// Paths of folders that the scripts use. Everything private to this checkout is in one ignored folder, .toolchain; a
// container stores that folder outside the checkout and names it in SPOTLIGHT_TOOLCHAIN.
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
// Imported first, so that the Node version is checked before newer syntax causes an error.
import './toolchain/node-version.mjs';

export const project = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
export const toolchain = process.env.SPOTLIGHT_TOOLCHAIN ?? join(project, '.toolchain');
export const root = join(toolchain, 'root'); // packages of this Debian, unpacked
export const sysroot = join(toolchain, 'sysroot'); // headers and libraries for compiling C++ where the system has no compiler
export const newer = join(toolchain, 'trixie'); // packages of Debian 13, unpacked
export const build = join(project, 'build');
