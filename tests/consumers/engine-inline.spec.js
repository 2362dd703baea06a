// The engine with its WebAssembly in one module: in custom workers, with bundlers that copy nothing, in Node with
// import and with require(), under Jest without configuration, and in scripts without a bundler.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { project } from '../../scripts/paths.mjs';
import { application } from './setup.mjs';
import { ENGINE_NUMBER } from './shown-numbers.mjs';
import { serve } from '../serve.mjs';

const inside = join(application, 'node_modules/attention-spotlight/dist/engine-inline');

/** Source of a JavaScript function `compute`, to be inserted into scripts that define `createEngine` and `tensor`. */
const COMPUTE = `const compute = async (options) => {
  const engine = await createEngine(options);
  const call = [tensor([1, 0], [1, 1, 1, 2]), tensor([1, 0, 0, 1], [1, 1, 2, 2]), tensor([1, 0], [1, 1, 2, 1])];
  const { output } = engine.scaledDotProductAttention(...call);
  const long = await engine.scaledDotProductAttentionAsync(...call);
  return { build: engine.build, output: output.data[0], long: long.output.data[0] };
};`;
const IMPORT = `import { createEngine, tensor } from 'attention-spotlight/engine-inline'; ${COMPUTE}`;
/**
 * Source of a worker's script that posts the numbers computed by the default build of the engine and by the build
 * 'simd'.
 */
const REPLY =
  "Promise.all([compute(), compute({ build: 'simd' })]).then(postMessage, (error) => postMessage(String(error)));";

/** HTML of a page whose script starts a worker and keeps the worker's message in `globalThis.posted`. */
const pageOf = (type) =>
  `<!doctype html><link rel="icon" href="data:,"><script type="module" src="page-${type}.js"></script>`;
const pageScript = (type) =>
  `new Worker('worker.js', { type: '${type}' }).onmessage = ({ data }) => (globalThis.posted = data);`;

function folderWith(name, files) {
  const folder = join(application, 'engine-inline', name);
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

const folderOfWorker = (name, type, worker) =>
  folderWith(name, { 'index.html': pageOf(type), [`page-${type}.js`]: pageScript(type), ...worker });

const POLICY = "default-src 'none'; img-src data:; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";

/** Opens a page that may load only its own scripts, and checks the numbers that its worker computes. */
async function expectNumbersOfWorker(page, folder) {
  const noise = [];
  page.on('pageerror', (error) => noise.push(String(error)));
  page.on('console', (message) => noise.push(message.text()));
  const { origin, close } = await serve({ '/': folder }, { 'Content-Security-Policy': POLICY });
  try {
    await page.goto(origin);
    await page.waitForFunction(() => globalThis.posted);
    const number = expect.closeTo(ENGINE_NUMBER, 6);
    expect(await page.evaluate(() => globalThis.posted)).toEqual([
      { build: 'relaxed', output: number, long: number },
      { build: 'simd', output: number, long: number },
    ]);
    expect(noise).toEqual([]);
  } finally {
    close();
  }
}

async function bundle(folder, options) {
  const { build } = await import('esbuild');
  const source = join(folder, 'source.js');
  await build({
    entryPoints: [source],
    bundle: true,
    outfile: join(folder, 'worker.js'),
    logLevel: 'error',
    ...options,
  });
}

for (const [format, type] of [
  [undefined, 'classic'],
  ['esm', 'module'],
]) {
  test(`a worker of one’s own, by esbuild with ${format ? `format: '${format}'` : 'nothing configured'}`, async ({
    page,
  }) => {
    const folder = folderOfWorker(`esbuild-${type}`, type, { 'source.js': IMPORT + REPLY });
    await bundle(folder, { format });
    await expectNumbersOfWorker(page, folder);
  });
}

test('a worker of one’s own, by Vite and by webpack, in one file', async ({ page }) => {
  const { build } = await import('vite');
  const withVite = folderOfWorker('vite', 'module', { 'source.js': IMPORT + REPLY });
  await build({
    root: withVite,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: withVite,
      emptyOutDir: false,
      lib: { entry: 'source.js', formats: ['es'], fileName: () => 'worker.js' },
    },
  });
  await expectNumbersOfWorker(page, withVite);
  const { default: webpack } = await import('webpack');
  const withWebpack = folderOfWorker('webpack', 'classic', { 'source.js': IMPORT + REPLY });
  const stats = await new Promise((resolve, reject) =>
    webpack(
      {
        mode: 'production',
        target: 'webworker',
        context: withWebpack,
        entry: './source.js',
        output: { path: withWebpack, filename: 'worker.js' },
        performance: { hints: false },
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    ),
  );
  const { errors, warnings, assets } = stats.toJson({ all: false, errors: true, warnings: true, assets: true });
  expect({ errors, warnings, assets: assets.map(({ name }) => name) }).toEqual({
    errors: [],
    warnings: [],
    assets: ['worker.js'],
  });
  await expectNumbersOfWorker(page, withWebpack);
});

test('a worker without a bundler, by importScripts()', async ({ page }) => {
  const worker = `importScripts('engine.js'); const { createEngine, tensor } = attentionSpotlight; ${COMPUTE}${REPLY}`;
  const folder = folderOfWorker('import-scripts', 'classic', { 'worker.js': worker });
  cpSync(join(inside, 'classic/attention-spotlight-engine.js'), join(folder, 'engine.js'));
  await expectNumbersOfWorker(page, folder);
});

test('a worker without a bundler, by import', async ({ page }) => {
  const worker = `import { createEngine, tensor } from './engine.js'; ${COMPUTE}${REPLY}`;
  const folder = folderOfWorker('import', 'module', { 'worker.js': worker });
  cpSync(join(inside, 'attention-spotlight-engine.js'), join(folder, 'engine.js'));
  await expectNumbersOfWorker(page, folder);
});

const node = (type, script) =>
  execFileSync(process.execPath, [`--input-type=${type}`, '-e', script], { cwd: application, encoding: 'utf8' }).trim();
const REQUIRE = `const { createEngine, tensor } = require('attention-spotlight/engine-inline'); ${COMPUTE}`;

test('Node, by import and by require()', () => {
  const print = 'compute().then(({ output, long }) => console.log(JSON.stringify([output, long])));';
  for (const [type, load] of [
    ['module', IMPORT],
    ['commonjs', REQUIRE],
  ]) {
    const number = expect.closeTo(ENGINE_NUMBER, 6);
    expect(JSON.parse(node(type, load + print))).toEqual([number, number]);
  }
});

test('Node without TextDecoder and TextEncoder, as under Jest’s jsdom', () => {
  const lack = 'delete globalThis.TextDecoder; delete globalThis.TextEncoder;';
  const print = 'compute().then(({ output }) => console.log(JSON.stringify(output)));';
  expect(JSON.parse(node('commonjs', lack + REQUIRE + print))).toBeCloseTo(ENGINE_NUMBER, 6);
});

test('what is not inside is refused by name', () => {
  const said = node(
    'module',
    `${IMPORT}
     const engine = await createEngine();
     const messageOf = (work) => work.catch(({ message }) => message);
     console.log(JSON.stringify([
       await messageOf(engine.createTrainer({})),
       await messageOf(createEngine({ threads: 2 })),
       await messageOf(engine.loadModel()),
     ]));`,
  );
  const [trainer, threads, model] = JSON.parse(said);
  expect(trainer).toContain("training is not in engine-inline; import 'attention-spotlight'");
  expect(threads).toContain('threads: expected 1');
  expect(model).toContain("import { defaultModel } from 'attention-spotlight/model'");
});

test('Jest, with nothing configured', () => {
  const folder = folderWith('jest', {
    'package.json': '{}',
    'engine.test.js': `${REQUIRE}
      test('computes', async () => expect((await compute()).output).toBeCloseTo(${ENGINE_NUMBER}, 6));`,
  });
  const jest = join(project, 'node_modules/jest/bin/jest.js');
  execFileSync(process.execPath, [jest, '--rootDir', folder, '--ci'], { cwd: folder, stdio: 'pipe' });
});
