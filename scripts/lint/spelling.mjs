// Spell checking with codespell. codespell looks for common misspellings and British spellings, so that the project
// needs no dictionary. Options and exceptions are in .codespellrc.
import { readdirSync } from 'node:fs';
import { project } from '../paths.mjs';
import { command, isProgram, run, say, step } from '../say.mjs';
import { isDebian12 } from '../toolchain/debian.mjs';
import { which } from '../toolchain/path.mjs';
import { debianPython } from './debian-python.mjs';

const FOLDERS = ['.github', 'cpp', 'docs', 'examples', 'python', 'scripts', 'tests', 'training', 'web'];
const filesAtTop = () => readdirSync(project).filter((name) => /\.(md|js|json|txt)$/.test(name));

export async function checkSpelling() {
  const paths = [...FOLDERS, ...filesAtTop()];
  if (which('codespell')) {
    await step('checking the spelling', () => run('codespell', paths, { cwd: project }));
  } else if (isDebian12() && which('apt-get')) {
    const { python, env } = await debianPython(
      'codespell',
      ['codespell', 'python3-chardet'],
      "getting Debian's codespell into .toolchain (once)",
    );
    const program = 'from codespell_lib import _script_main as main; raise SystemExit(main())';
    await step('checking the spelling', () => run(python, ['-c', program, ...paths], { cwd: project, env }));
  } else say('the spelling was not checked: codespell is not on the PATH');
}

if (isProgram(import.meta.filename)) await command(checkSpelling);
