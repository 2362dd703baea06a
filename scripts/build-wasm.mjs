// Builds the WebAssembly modules: cpp/ → web/engine/wasm/. Each module has two .wasm files (with and without relaxed
// SIMD), a JavaScript glue file for both, and its types; a digest of the sources is stored beside them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, configure } from './cmake.mjs';
import { build } from './paths.mjs';
import { CommandError, run, step } from './say.mjs';
import { emscripten, hasEmscripten } from './toolchain/emscripten.mjs';
import { expectInternals } from './toolchain/emscripten-internals.mjs';
import { documented } from './wasm-types.mjs';
import { digestOfSources, MODULES, SOURCES_FILE, takeReleasedWasm, target } from './toolchain/release-wasm.mjs';

const folder = join(build, 'wasm');

/** Writes a file only if its content has changed. An unchanged file keeps its modification time. */
export function writeIfChanged(bytes, to) {
  if (!existsSync(to) || !Buffer.from(bytes).equals(readFileSync(to))) writeFileSync(to, bytes);
}
export const copyIfChanged = (from, to) => writeIfChanged(readFileSync(from), to);

export async function buildWasm() {
  if (!(await hasEmscripten())) return takeReleasedWasm();
  const tools = await emscripten();
  expectInternals((await run('em-config', ['EMSCRIPTEN_ROOT'], tools)).trim());
  await step('building the C++ to WebAssembly, with and without relaxed SIMD', async () => {
    for (const name of ['simd', 'relaxed']) {
      await configure(`wasm-${name}`, join(folder, name), tools);
      await compile(join(folder, name), tools);
    }
  });
  mkdirSync(target, { recursive: true });
  for (const name of MODULES) {
    if (!readFileSync(join(folder, `simd/${name}.js`)).equals(readFileSync(join(folder, `relaxed/${name}.js`)))) {
      throw new CommandError(`the glue of the two WebAssembly builds of ${name} differs: one can no longer serve both`);
    }
    copyIfChanged(join(folder, `simd/${name}.js`), join(target, `${name}.js`));
    writeIfChanged(documented(readFileSync(join(folder, `simd/${name}.d.ts`), 'utf8')), join(target, `${name}.d.ts`));
    for (const build of ['simd', 'relaxed']) {
      copyIfChanged(join(folder, `${build}/${name}.wasm`), join(target, `${name}-${build}.wasm`));
    }
  }
  writeFileSync(join(target, SOURCES_FILE), `${digestOfSources()}\n`);
}
