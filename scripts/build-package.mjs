// web/ → dist/: what `npm pack` packs, as ES modules with their types beside the WebAssembly.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { project } from './paths.mjs';
import { run, step } from './say.mjs';

export async function buildPackage() {
  await step('building the npm package', async () => {
    rmSync(join(project, 'dist'), { recursive: true, force: true });
    await run('npx', ['tsc', '--project', 'tsconfig.build.json'], { cwd: project });
    cpSync(join(project, 'web/engine/wasm'), join(project, 'dist/engine/wasm'), { recursive: true });
  });
}
