// npm run lint: formats, mistakes and the architecture, in C++, TypeScript, Python and the rest. `--fix` repairs what it can.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkArchitecture } from './lint/architecture.mjs';
import { checkCpp } from './lint/cpp.mjs';
import { checkPython } from './lint/python.mjs';
import { checkVocabulary } from './lint/vocabulary.mjs';
import { npmPackages } from './npm-packages.mjs';
import { project } from './paths.mjs';
import { command, run, step } from './say.mjs';
import { leavesOutCpp } from './toolchain/native.mjs';
import { configureNative } from './test-cpp.mjs';

const sources = (folder) =>
  readdirSync(join(project, folder), { recursive: true })
    .filter((name) => /\.[ch]pp$/.test(name))
    .map((name) => join(project, folder, name));

/** The formats of C++, and the mistakes that clang-tidy finds. */
async function lintCpp(fix) {
  const tools = await configureNative();
  const cpp = ['cpp', 'tests/cpp', 'examples/cpp'].flatMap(sources);
  await step('checking the formats of C++', () =>
    run(tools.clangFormat, fix ? ['-i', ...cpp] : ['--dry-run', '--Werror', ...cpp], { env: tools.env }),
  );
  await checkCpp(tools, sources('cpp'));
}

export async function lint({ fix = false } = {}) {
  await step('looking for mistakes in TypeScript and JavaScript', async () => {
    await run('npx', ['tsc', '--noEmit'], { cwd: project });
    await run('npx', ['eslint', ...(fix ? ['--fix'] : []), '--max-warnings', '0', '.'], { cwd: project });
  });
  await step('checking the architecture', checkArchitecture);
  await step('checking the vocabulary', checkVocabulary);
  await checkPython({ fix });
  await step('checking the formats', () =>
    run('npx', ['prettier', fix ? '--write' : '--check', '.'], { cwd: project }),
  );
  if (!leavesOutCpp('the checks of C++')) await lintCpp(fix);
}

if (process.argv[1] === import.meta.filename) {
  await command(async () => {
    await npmPackages();
    await lint({ fix: process.argv.includes('--fix') });
  });
}
