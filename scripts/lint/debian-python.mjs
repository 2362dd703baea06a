import { join } from 'node:path';
import { root } from '../paths.mjs';
import { libraryPath, unpackOwn } from '../toolchain/debian.mjs';
import { which } from '../toolchain/path.mjs';
import { once } from '../toolchain/stamp.mjs';

/**
 * Unpacks packages of Debian 12 under .toolchain, and resolves with a Python that finds their modules: { python, env }.
 * @param name name of the stamp that records what was unpacked
 */
export async function debianPython(name, packages, message) {
  await once(name, packages, message, () => unpackOwn(which('python3') ? packages : ['python3', ...packages]));
  const env = { PYTHONPATH: join(root, 'usr/lib/python3/dist-packages') };
  if (which('python3')) return { python: which('python3'), env };
  return { python: join(root, 'usr/bin/python3'), env: { ...env, LD_LIBRARY_PATH: libraryPath() } };
}
