// Paths of folders that the scripts use. All files that are private to this checkout, such as tools, are in one folder
// that git ignores, .toolchain. A container stores this folder outside the checkout and names it in
// SPOTLIGHT_TOOLCHAIN.
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
// node-version.mjs is imported first, so that the Node version is checked before newer syntax causes an error.
import './toolchain/node-version.mjs';

export const project = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
export const toolchain = process.env.SPOTLIGHT_TOOLCHAIN ?? join(project, '.toolchain');
export const root = join(toolchain, 'root'); // packages of this Debian, unpacked
export const sysroot = join(toolchain, 'sysroot'); // headers and libraries for compiling C++ where the system has no compiler
export const newer = join(toolchain, 'trixie'); // packages of Debian 13, unpacked
export const build = join(project, 'build');
