// npm run lint: checks formatting, lint rules and the architecture, for C++, TypeScript, Python and other files.
// `--fix` applies automatic fixes.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkArchitecture } from './lint/architecture.mjs';
import { checkCpp } from './lint/cpp.mjs';
import { checkPython } from './lint/python.mjs';
import { checkSpelling } from './lint/spelling.mjs';
import { npmPackages } from './npm-packages.mjs';
import { build, project } from './paths.mjs';
import { command, isProgram, run, step } from './say.mjs';
import { digestOf } from './toolchain/stamp.mjs';
import { leavesOutCpp } from './toolchain/native.mjs';
import { configureNative } from './test-cpp.mjs';

const filesIn = (folder, pattern) =>
  readdirSync(join(project, folder), { recursive: true })
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => join(project, folder, name));
const sources = (folder) => filesIn(folder, /\.[ch]pp$/);

/**
 * Command-line options that make a checker such as ESLint cache its results, so that it skips unchanged files.
 * @param name name of the cache
 * @param decisive files that affect the results of other files: a change to any of them invalidates the cache
 */
const remember = (name, decisive = []) => [
  '--cache',
  '--cache-strategy',
  'content',
  '--cache-location',
  join(build, 'lint', `${name}-${digestOf([join(project, 'package-lock.json'), ...decisive]).slice(0, 16)}`),
];

/**
 * Runs ESLint. Its type-aware rules depend on the types in other files, so a change to any file in web/ invalidates the
 * cache.
 */
function checkScripts(fix) {
  const memory = remember('eslint', [join(project, 'eslint.config.js'), ...filesIn('web', /\.ts$/)]);
  return run('npx', ['eslint', ...memory, ...(fix ? ['--fix'] : []), '--max-warnings', '0', '.'], { cwd: project });
}

export async function lintCpp({ fix = false } = {}) {
  if (leavesOutCpp('the checks of C++')) return;
  const tools = await configureNative();
  const cpp = ['cpp', 'tests/cpp', 'examples/cpp'].flatMap(sources);
  await step('checking the formats of C++', () =>
    run(tools.clangFormat, fix ? ['-i', ...cpp] : ['--dry-run', '--Werror', ...cpp], { env: tools.env }),
  );
  await checkCpp(tools, sources('cpp'));
}

/** Checks everything except the formatting and the lint rules of C++ files. */
export async function lintScripts({ fix = false } = {}) {
  await step('linting TypeScript and JavaScript', async () => {
    await run('npx', ['tsc', '--build', 'tests/types'], { cwd: project }); // web/, which tests/ references, and tests/
    await checkScripts(fix);
  });
  await step('checking the architecture', checkArchitecture);
  await checkSpelling();
  await checkPython({ fix });
  await step('checking the formats', () =>
    run('npx', ['prettier', ...remember('prettier'), fix ? '--write' : '--check', '.'], { cwd: project }),
  );
}

export async function lint(options) {
  await lintScripts(options);
  await lintCpp(options);
}

if (isProgram(import.meta.filename)) {
  await command(async () => {
    await npmPackages();
    await lint({ fix: process.argv.includes('--fix') });
  });
}
