// Vite without any configuration: builds, and development servers, which move the scripts of packages away from the
// files beside them.
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { COMPUTE, expectNumbersAt } from '../consumers/shown-numbers.mjs';
import { isNoise } from './noise.mjs';
import { serve } from '../serve.mjs';
import { output } from './setup.mjs';

const installed = join(import.meta.dirname, 'node_modules');
const viteOf = (version) =>
  import(
    pathToFileURL(
      createRequire(import.meta.url)
        .resolve(`vite-${version}/package.json`)
        .replace('package.json', 'dist/node/index.js'),
    )
  );

const MAIN = `
  import { createEngine, tensor } from 'attention-spotlight';
  import 'attention-spotlight/element';${COMPUTE}`;

const PAGE = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:," /><attention-spotlight lang="en"></attention-spotlight>
  <script type="module" src="/main.js"></script>`;

/** Creates an application in a folder of its own, whose node_modules contain the package and its dependencies. */
function application(name, main = MAIN) {
  const folder = join(output, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  for (const each of ['attention-spotlight', 'lit', 'lit-html', 'lit-element', '@lit', '@lit-labs', '@types']) {
    if (existsSync(join(installed, each))) symlinkSync(join(installed, each), join(folder, 'node_modules', each));
  }
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'main.js'), main);
  return folder;
}

/** Starts Vite's development server. Resolves with { url, close }. */
async function develop(version, folder, options = {}) {
  const { createServer } = await viteOf(version);
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'error',
    resolve: { preserveSymlinks: true },
    server: { host: '127.0.0.1', port: 0, fs: { strict: false } },
    ...options,
  });
  await server.listen();
  return { url: server.resolvedUrls.local[0], close: () => server.close() };
}

/**
 * Checks that a page shows the numbers of engine, worker, element and model, and that the console has no errors or
 * warnings.
 */
async function expectNumbersQuietly(page, url) {
  const noise = [];
  page.on('console', (message) => isNoise(message) && noise.push(message.text()));
  await expectNumbersAt(page, url);
  expect(noise).toEqual([]); // the worker is found as well
}

for (const version of [5, 6, 7, 8]) {
  test(`Vite ${version}, development server`, async ({ page }) => {
    const folder = application(`vite-${version}`);
    const { url, close } = await develop(version, folder);
    try {
      await expectNumbersQuietly(page, url);
      // Vite's development server has copied the package's script to its cache of dependencies, away from the package's
      // other files.
      expect(readdirSync(join(folder, 'node_modules/.vite/deps')).join()).toMatch(/attention-spotlight/);
    } finally {
      await close();
    }
  });

  test(`Vite ${version}, build`, async ({ page }) => {
    const root = application(`vite-${version}-build`);
    const { build } = await viteOf(version);
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      resolve: { preserveSymlinks: true },
      build: { target: 'es2022' }, // the program awaits at its top level
    });
    const { origin, close } = await serve({ '/': join(root, 'dist') });
    await expectNumbersQuietly(page, origin).finally(close);
  });
}

const AWAITS_WHAT_COMES_LATER = `
  import { createEngine } from 'attention-spotlight';
  const engine = await createEngine();
  const reasonOf = (loading) => loading.catch((error) => error.message);
  globalThis.reasons = [await reasonOf(engine.createTrainer({})), await reasonOf(engine.loadModel({}))];`;

for (const version of [5, 6, 7]) {
  test(`Vite ${version}, what is loaded later, at the program's top level`, async ({ page }) => {
    const root = application(`vite-${version}-later`, AWAITS_WHAT_COMES_LATER);
    const { build } = await viteOf(version);
    const options = { target: 'es2022' };
    await build({ root, configFile: false, logLevel: 'error', resolve: { preserveSymlinks: true }, build: options });
    const { origin, close } = await serve({ '/': join(root, 'dist') });
    try {
      await page.goto(origin);
      await page.waitForFunction(() => globalThis.reasons);
      expect(await page.evaluate(() => globalThis.reasons)).toEqual([
        'data: expected a function, got undefined',
        'weights: expected a URL or a Blob, got undefined',
      ]);
    } finally {
      close();
    }
  });
}

test('where Vite has moved it somewhere else: the error says the line that helps', async ({ page }) => {
  const main = `import { createEngine } from 'attention-spotlight';
    globalThis.reason = await createEngine().catch((error) => error.message);`;
  const folder = application('vite-elsewhere', main);
  const { url, close } = await develop(7, folder, { cacheDir: join(folder, '.cache') });
  try {
    await page.goto(url);
    await page.waitForFunction(() => globalThis.reason);
    expect(await page.evaluate(() => globalThis.reason)).toContain(
      "optimizeDeps: { exclude: ['attention-spotlight'] }",
    );
  } finally {
    await close();
  }
});
