// Static analysis of C++ with clang-tidy.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, project } from '../paths.mjs';
import { run } from '../say.mjs';
import { digestOf, once } from '../toolchain/stamp.mjs';
import { folder as nativeBuild } from '../test-cpp.mjs';

/** Command that compiles `file` with the options of the library in the native build. */
function compileCommand(file) {
  const commands = JSON.parse(readFileSync(join(nativeBuild, 'compile_commands.json'), 'utf8'));
  const { directory, command } = commands.find(({ file: unit }) => /spotlight\.dir.Unity/.test(unit));
  return [{ directory, file, command: command.replace(/ -c \S+/, ` -c ${file}`) }];
}

/**
 * Checks the whole C++ library with clang-tidy as one translation unit. Most of the time is spent on the headers of
 * xtensor and the standard library, which are then parsed once instead of once per file. The bindings are excluded,
 * because they require Emscripten's headers.
 */
export function checkCpp(tools, sources) {
  const units = sources.filter((path) => path.endsWith('.cpp') && !path.includes('/bindings/')).sort();
  return once('clang-tidy', digestOf([...sources, join(project, '.clang-tidy')]), 'linting C++', () => {
    const folder = join(build, 'lint');
    const whole = join(folder, 'library.cpp');
    mkdirSync(folder, { recursive: true });
    writeFileSync(whole, units.map((path) => `#include "${path}"\n`).join(''));
    writeFileSync(join(folder, 'compile_commands.json'), JSON.stringify(compileCommand(whole)));
    const config = ['--config-file', join(project, '.clang-tidy'), '--checks=-bugprone-suspicious-include'];
    return run(tools.clangTidy, ['--quiet', ...config, '-p', folder, whole], { env: tools.env });
  });
}
