// cpp/ → web/engine/wasm/: the two .wasm files, the one glue file that serves both, and its types.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { build, project } from './paths.mjs';
import { CommandError, run, step } from './say.mjs';
import { emscripten } from './toolchain/emscripten.mjs';

const folder = join(build, 'wasm');
const target = join(project, 'web/engine/wasm');

function copyIfChanged(from, to) {
  if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) return;
  copyFileSync(from, to);
}

export async function buildWasm() {
  const { prefix, env, include } = await emscripten();
  await step('building the C++ to WebAssembly, with and without relaxed SIMD', async () => {
    const configure = ['cmake', '-G', 'Ninja', '-S', project, '-B', folder];
    if (!existsSync(join(folder, 'build.ninja'))) {
      const settings = ['-DCMAKE_BUILD_TYPE=Release', `-DSPOTLIGHT_HEADERS=${include}`];
      await run(`${prefix}emcmake`, [...configure, ...settings], { env });
    }
    await run('cmake', ['--build', folder, '--parallel', String(availableParallelism())], { env });
  });
  if (!readFileSync(join(folder, 'simd/spotlight.js')).equals(readFileSync(join(folder, 'relaxed/spotlight.js')))) {
    throw new CommandError('the glue of the two WebAssembly builds differs: one can no longer serve both');
  }
  mkdirSync(target, { recursive: true });
  copyIfChanged(join(folder, 'simd/spotlight.js'), join(target, 'spotlight.js'));
  copyIfChanged(join(folder, 'simd/spotlight.d.ts'), join(target, 'spotlight.d.ts'));
  copyIfChanged(join(folder, 'simd/spotlight.wasm'), join(target, 'spotlight-simd.wasm'));
  copyIfChanged(join(folder, 'relaxed/spotlight.wasm'), join(target, 'spotlight-relaxed.wasm'));
}
