// The system's Python with PyTorch, and OpenCC, for training.
import { existsSync } from 'node:fs';
import { CommandError, run, step } from './say.mjs';
import { which } from './toolchain/path.mjs';

const PACKAGES = ['python3-torch', 'python3-numpy', 'libopenblas0-pthread', 'opencc'];
const CANDIDATES = ['python3', '/usr/bin/python3'];

// OpenBLAS, ahead of the reference BLAS that Debian's torch uses by default and that is ten times slower.
const OPENBLAS = '/usr/lib/x86_64-linux-gnu/openblas-pthread';

async function hasTorch(python) {
  return run(python, ['-c', 'import torch, numpy'], { quiet: true }).then(
    () => true,
    () => false,
  );
}

/** A Python with everything that training needs, or null. */
async function findPython() {
  if (which('opencc') === null) return null;
  for (const candidate of CANDIDATES) {
    if (await hasTorch(candidate)) return candidate;
  }
  return null;
}

/** Resolves with { python, env }. As root, it installs missing packages from Debian. */
export async function pythonWithTorch() {
  let python = await findPython();
  if (!python && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await step(`installing ${PACKAGES.join(', ')}`, async () => {
      await run('apt-get', ['update', '--quiet']);
      await run('apt-get', ['install', '--yes', '--no-install-recommends', '--quiet', ...PACKAGES]);
    });
    python = await findPython();
  }
  if (!python) {
    throw new CommandError(
      `training needs a python3 with torch and numpy, and opencc; on Debian: apt install ${PACKAGES.join(' ')}`,
    );
  }
  const libraries = [OPENBLAS, process.env.LD_LIBRARY_PATH].filter((path) => path && existsSync(path.split(':')[0]));
  return { python, env: { LD_LIBRARY_PATH: libraries.join(':'), OPENBLAS_NUM_THREADS: '1' } };
}
