// web/ → dist/: what `npm pack` packs, as ES modules with their types beside the WebAssembly.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { project } from './paths.mjs';
import { run, step } from './say.mjs';

const dist = join(project, 'dist');
const NOTICE =
  '/*! attention-spotlight, MIT license; what is bundled, and its licenses: THIRD-PARTY.md of the package */';

export async function buildPackage() {
  await step('building the npm package', async () => {
    rmSync(dist, { recursive: true, force: true });
    await run('npx', ['tsc', '--project', 'tsconfig.build.json'], { cwd: project });
    cpSync(join(project, 'web/engine/wasm'), join(dist, 'engine/wasm'), { recursive: true });
    cpSync(join(project, 'web/types'), join(dist, 'types'), { recursive: true }); // tsc leaves .d.ts where they are
    // Beside the .wasm files, whose addresses are relative.
    await bundle('browser.js', 'attention-spotlight.js');
    await bundle('engine/parallel/worker.js', 'worker.js');
  });
}

/** One file of dist/ with all that it imports, for pages without a bundler. */
async function bundle(input, output) {
  const { rolldown } = await import('rolldown');
  const built = await rolldown({ input: join(dist, input), platform: 'browser', logLevel: 'warn' });
  await built.write({ file: join(dist, 'engine', output), format: 'es', minify: true, postBanner: NOTICE });
  await built.close();
}
