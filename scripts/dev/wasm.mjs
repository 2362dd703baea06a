// Fast WebAssembly builds for development: the object files of the build without relaxed SIMD are linked without the
// slow steps of a release.
import { join } from 'node:path';
import { copyIfChanged } from '../build-wasm.mjs';
import { build, project } from '../paths.mjs';
import { run, step } from '../say.mjs';
import { emscripten } from '../toolchain/emscripten.mjs';
import { MODULES } from '../toolchain/release-wasm.mjs';

const folder = join(build, 'wasm/simd');
const target = join(project, 'web/engine/wasm');

/**
 * Compiles changed C++ sources and installs the result in place of both builds, with and without relaxed SIMD. `npm
 * start` and `npm test` restore the build with relaxed SIMD.
 */
export async function buildDevelopmentModule() {
  const { env } = await emscripten();
  await step('building the C++', () =>
    run('cmake', ['--build', folder, '--target', 'spotlight_wasm_development', 'spotlight_training_development'], {
      env,
    }),
  );
  const copy = (from, to) => copyIfChanged(join(folder, 'development', from), join(target, to));
  for (const name of MODULES) {
    copy(`${name}.wasm`, `${name}-simd.wasm`);
    copy(`${name}.wasm`, `${name}-relaxed.wasm`);
    copy(`${name}.js`, `${name}.js`);
  }
}
