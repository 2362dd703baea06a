import { join } from 'node:path';
import { root } from '../paths.mjs';
import { libraryPath, unpackOwn } from '../toolchain/debian.mjs';
import { which } from '../toolchain/path.mjs';
import { once } from '../toolchain/stamp.mjs';

/**
 * Unpacks packages of Debian 12 under .toolchain. Resolves with { python, env }: the path of a Python, and an
 * environment in which it finds the packages' modules.
 * @param name name of the stamp file that records what was unpacked
 */
export async function debianPython(name, packages, message) {
  await once(name, packages, message, () => unpackOwn(which('python3') ? packages : ['python3', ...packages]));
  const env = { PYTHONPATH: join(root, 'usr/lib/python3/dist-packages') };
  if (which('python3')) return { python: which('python3'), env };
  return { python: join(root, 'usr/bin/python3'), env: { ...env, LD_LIBRARY_PATH: libraryPath() } };
}
