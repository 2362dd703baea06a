// Builds everything that the benchmark needs: the compared libraries (peers), the page, and the loops that measure this
// machine's upper limits, each with and without relaxed SIMD.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../../scripts/paths.mjs';
import { run, step } from '../../scripts/say.mjs';
import { emscripten } from '../../scripts/toolchain/emscripten.mjs';

const here = import.meta.dirname;
const FLAGS = { simd: ['-msimd128'], relaxed: ['-msimd128', '-mrelaxed-simd'] };

export async function installPeers() {
  const { devDependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
  if (Object.keys(devDependencies).every((name) => existsSync(join(here, 'node_modules', name)))) return;
  await step('getting the peers (about 720 MB)', () =>
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here }),
  );
}

export async function buildCeiling() {
  const folder = join(build, 'ceiling');
  if (existsSync(join(folder, 'relaxed.wasm'))) return;
  mkdirSync(folder, { recursive: true });
  const { env, prefixes } = await emscripten();
  await step('building the ceiling loops', async () => {
    for (const [name, flags] of Object.entries(FLAGS)) {
      const options = ['-O3', '-DNDEBUG', '-std=c++20', '-sSTANDALONE_WASM', '--no-entry', ...flags];
      const includes = ['-I', join(here, '../../cpp'), '-isystem', join(prefixes[0], 'include')];
      const files = [join(here, 'ceiling.cpp'), '-o', join(folder, `${name}.wasm`)];
      await run('em++', [...options, ...includes, ...files], { env });
    }
  });
}

export async function buildBenchPage() {
  const { build: viteBuild } = await import('vite');
  await step('building the bench page', () =>
    viteBuild({
      root: join(here, 'page'),
      base: './',
      logLevel: 'error',
      worker: { format: 'es' },
      build: {
        outDir: join(build, 'bench'),
        emptyOutDir: true,
        target: 'es2022',
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: ['index', 'peer', 'long', 'models', 'model'].map((name) => join(here, 'page', `${name}.html`)),
        },
      },
    }),
  );
}

/**
 * Bundles the gradients of TensorFlow.js into one module: its bundle for Node leaves them out, and its other modules
 * have imports that Node does not resolve. The gradients register themselves with the copy of the library that is
 * loaded.
 */
export async function buildGradients() {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: join(here, 'node_modules/@tensorflow/tfjs-core/dist/register_all_gradients.js'),
    logLevel: 'silent',
  });
  const file = join(build, 'bench-training/gradients.mjs');
  await bundle.write({ file });
  return file;
}

export const version = (name) =>
  JSON.parse(readFileSync(join(here, 'node_modules', name, 'package.json'), 'utf8')).version;
