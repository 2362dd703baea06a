// cpp/ → web/engine/wasm/: the two .wasm files, the one glue file that serves both, and its types.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, configure } from './cmake.mjs';
import { build, project } from './paths.mjs';
import { CommandError, step } from './say.mjs';
import { emscripten } from './toolchain/emscripten.mjs';

const folder = join(build, 'wasm');
const target = join(project, 'web/engine/wasm');

/** Leaves the target and its time alone where nothing has changed. */
export function copyIfChanged(from, to) {
  if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) return;
  copyFileSync(from, to);
}

export async function buildWasm() {
  const { prefix, env, libraries } = await emscripten();
  await step('building the C++ to WebAssembly, with and without relaxed SIMD', async () => {
    for (const name of ['simd', 'relaxed']) {
      await configure(`wasm-${name}`, join(folder, name), {
        command: [`${prefix}emcmake`],
        prefixes: [libraries],
        env,
      });
      await compile(join(folder, name), { env });
    }
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
