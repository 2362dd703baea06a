// npm run docs: builds the documentation website in build/docs, with API pages (docs/api) from TypeDoc. VitePress and
// TypeDoc belong to a separate package, docs/package.json.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackage } from '../build-package.mjs';
import { buildWasm } from '../build-wasm.mjs';
import { npmPackages } from '../npm-packages.mjs';
import { project } from '../paths.mjs';
import { command, isProgram, run, say, step } from '../say.mjs';

const docs = join(project, 'docs');

/**
 * Files of the package that the live elements and the playground of the docs load; the website serves them at the same
 * paths.
 */
const SERVED = ['dist/engine', 'dist/inline/attention-spotlight.js', 'models', 'LICENSE', 'THIRD-PARTY.md'];

/**
 * Bundles the entry `attention-spotlight/analysis` of the package into one file for the playground, whose frame has no
 * URL from which it could load other files.
 */
async function bundleAnalysis(file) {
  const { rolldown } = await import('rolldown');
  const input = join(project, 'dist/analysis/index.js');
  const built = await rolldown({ input, platform: 'browser', logLevel: 'warn' });
  await built.write({ file, codeSplitting: false, format: 'es', minify: true });
  await built.close();
}

async function servePackage() {
  const target = join(docs, 'public/attention-spotlight');
  rmSync(target, { recursive: true, force: true });
  for (const path of SERVED) cpSync(join(project, path), join(target, path), { recursive: true });
  await bundleAnalysis(join(target, 'dist/analysis.js'));
}

/** Builds the documentation website in build/docs. Requires the built package. */
export async function buildDocs() {
  await npmPackages(docs);
  await step('generating the API pages', () => run('npx', ['typedoc'], { cwd: docs }));
  await step('building the docs', async () => {
    await servePackage();
    return run('npx', ['vitepress', 'build'], { cwd: docs });
  });
}

if (isProgram(import.meta.filename)) {
  await command(async () => {
    await npmPackages();
    await buildWasm();
    await buildPackage();
    await buildDocs();
    say('build/docs is ready');
  });
}
