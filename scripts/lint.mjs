// npm run lint: formats and mistakes, in C++, TypeScript and everything else. `--fix` mends what can be mended.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmPackages } from './npm-packages.mjs';
import { project } from './paths.mjs';
import { command, CommandError, run, step } from './say.mjs';
import { once } from './toolchain/stamp.mjs';
import { configureNative, folder as nativeBuild } from './test-cpp.mjs';

const sources = (folder) =>
  readdirSync(join(project, folder), { recursive: true })
    .filter((name) => /\.[ch]pp$/.test(name))
    .map((name) => join(project, folder, name));

/** A digest of files, so that what was looked at before is not looked at again. */
const contentsOf = (paths) =>
  paths.reduce((hash, path) => hash.update(readFileSync(path)), createHash('sha256')).digest('hex');

/** Rules of this project that no linter knows. */
function checkRooms() {
  const rules = [
    [
      /wasm_simd128|immintrin|arm_neon|wasm_[fi](32x4|64x2)/,
      (path) => !path.endsWith('cpp/simd.hpp'),
      'intrinsics outside cpp/simd.hpp',
    ],
    [/emscripten/, (path) => !path.includes('/bindings/'), 'Emscripten outside cpp/bindings'],
  ];
  for (const [pattern, applies, what] of rules) {
    const found = sources('cpp').filter((path) => applies(path) && pattern.test(readFileSync(path, 'utf8')));
    if (found.length > 0) throw new CommandError(`${what}: ${found.join(', ')}`);
  }
}

export async function lint({ fix = false } = {}) {
  const tools = await configureNative();
  const cpp = [...sources('cpp'), ...sources('tests/cpp')];
  await step('looking for mistakes in TypeScript and JavaScript', async () => {
    await run('npx', ['tsc', '--noEmit'], { cwd: project });
    await run('npx', ['eslint', ...(fix ? ['--fix'] : []), '--max-warnings', '0', '.'], { cwd: project });
  });
  await step('checking the formats', async () => {
    await run(tools.clangFormat, fix ? ['-i', ...cpp] : ['--dry-run', '--Werror', ...cpp], { env: tools.env });
    await run('npx', ['prettier', fix ? '--write' : '--check', '.'], { cwd: project });
  });
  checkRooms();
  const units = sources('cpp').filter((path) => path.endsWith('.cpp') && !path.includes('/bindings/'));
  const half = Math.ceil(units.length / 2);
  await once(
    'clang-tidy',
    contentsOf([...sources('cpp'), join(project, '.clang-tidy')]),
    'looking for mistakes in C++',
    () =>
      Promise.all(
        [units.slice(0, half), units.slice(half)].map((some) =>
          run(tools.clangTidy, ['--quiet', '-p', nativeBuild, ...some], { env: tools.env }),
        ),
      ),
  );
}

if (process.argv[1] === import.meta.filename) {
  await command(async () => {
    await npmPackages();
    await lint({ fix: process.argv.includes('--fix') });
  });
}
