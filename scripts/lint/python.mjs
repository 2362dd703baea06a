// Python linting with ruff if it is on the PATH, as in CI. Debian 12 has no package of ruff; there, pyflakes and
// pycodestyle check a subset. On other systems without ruff, a message reports that nothing was checked.
import { project } from '../paths.mjs';
import { run, say, step } from '../say.mjs';
import { isDebian12 } from '../toolchain/debian.mjs';
import { which } from '../toolchain/path.mjs';
import { debianPython } from './debian-python.mjs';

const FOLDERS = ['examples/notebook', 'python', 'tests/fixtures', 'tests/notebook', 'training'];
const PACKAGES = ['python3-pyflakes', 'python3-pycodestyle'];

// Options of pycodestyle: the line length of ruff.toml, and the checks that contradict ruff's formatter.
const PYCODESTYLE = ['--max-line-length=100', '--ignore=E203,E731,W503'];

async function checkWithRuff(fix) {
  await run('ruff', ['check', ...(fix ? ['--fix'] : []), ...FOLDERS], { cwd: project });
  await run('ruff', ['format', ...(fix ? [] : ['--check']), ...FOLDERS], { cwd: project });
}

async function checkWithDebian() {
  const { python, env } = await debianPython(
    'python-checkers',
    PACKAGES,
    "getting Debian's Python checkers into .toolchain (once)",
  );
  await run(python, ['-m', 'pyflakes', ...FOLDERS], { cwd: project, env });
  await run(python, ['-m', 'pycodestyle', ...PYCODESTYLE, ...FOLDERS], { cwd: project, env });
}

export async function checkPython({ fix = false } = {}) {
  if (which('ruff')) await step('checking Python with ruff', () => checkWithRuff(fix));
  else if (isDebian12() && which('apt-get'))
    await step('checking Python with pyflakes and pycodestyle', checkWithDebian);
  else say('Python was not checked: ruff is not on the PATH');
}
