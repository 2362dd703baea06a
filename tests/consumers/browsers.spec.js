// The packed npm package in pages, with and without bundlers. Each page computes the numbers that shown-numbers.mjs
// expects.
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { application } from './setup.mjs';
import { project } from '../../scripts/paths.mjs';
import { expectNumbers } from './shown-numbers.mjs';
import { ISOLATION, listen, serve } from '../serve.mjs';

/** Content-Security-Policy that docs/embedding.md states as sufficient for the element. */
const STATED = readFileSync(join(project, 'docs/embedding.md'), 'utf8').match(/^default-src .*$/m)[0];

const pageWith = (script, head = '') =>
  `<!doctype html><meta charset="utf-8">${head}<attention-spotlight lang="en"></attention-spotlight>${script}`;

function folderOf(name, index) {
  const folder = join(application, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), index);
  return folder;
}

test('Vite', async ({ page }) => {
  const { build } = await import('vite');
  const folder = folderOf('vite', pageWith('<script type="module" src="../main.js"></script>'));
  await build({ root: folder, base: './', logLevel: 'error', configFile: false, build: { target: 'es2022' } });
  await expectNumbers(page, join(folder, 'dist'));
});

test('webpack 5', async ({ page }) => {
  const { default: webpack } = await import('webpack');
  const folder = folderOf('webpack', pageWith('<script src="dist/main.js"></script>'));
  const stats = await new Promise((resolve, reject) =>
    webpack(
      {
        mode: 'production',
        context: application,
        entry: './main.js',
        output: { path: join(folder, 'dist'), publicPath: 'auto' },
        performance: { hints: false },
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    ),
  );
  expect(stats.toJson({ all: false, errors: true, warnings: true })).toMatchObject({ errors: [], warnings: [] });
  await expectNumbers(page, folder);
});

test('Rollup', async ({ page }) => {
  const { rollup } = await import('rollup');
  const { default: resolve } = await import('@rollup/plugin-node-resolve');
  const { importMetaAssets } = await import('@web/rollup-plugin-import-meta-assets');
  const folder = folderOf('rollup', pageWith('<script type="module" src="dist/main.js"></script>'));
  const bundle = await rollup({
    input: join(application, 'main.js'),
    plugins: [resolve({ browser: true }), importMetaAssets()],
    onwarn: () => undefined,
  });
  await bundle.write({ dir: join(folder, 'dist'), format: 'es' });
  await expectNumbers(page, folder);
});

const AT_TOP_LEVEL = `import { createEngine } from 'attention-spotlight';
import { defaultModel } from 'attention-spotlight/model';
import { stories } from 'attention-spotlight/stories';
const engine = await createEngine({ threads: 2 });
const model = await engine.loadModel(defaultModel);
const storyteller = await engine.loadModel(stories, { layers: 1, text: 'Once' });
const trainer = await engine.createTrainer({
  model: { vocabularySize: 4, layers: 1, numHeads: 1, embedDim: 4, maxTokens: 4 },
  data: () => ({ inputs: Int32Array.of(0, 1, 2), targets: Int32Array.of(1, 2, 3), batch: 1, tokens: 3 }),
});
globalThis.awaited = {
  threads: engine.threads,
  translation: model.run('The cat sat').decode().text,
  attention: storyteller.run('Once').attention('decoder', 0).shape,
  step: trainer.step().step,
};`;

/**
 * The test detects a deadlock of top-level await: in Rollup's builds, a chunk that imports a module of the entry would
 * wait for the entry, and the entry would wait for the chunk.
 */
test('Rollup: a program that awaits models, training and threads at its top level', async ({ page }) => {
  const { rollup } = await import('rollup');
  const { default: resolve } = await import('@rollup/plugin-node-resolve');
  const { importMetaAssets } = await import('@web/rollup-plugin-import-meta-assets');
  const folder = folderOf('rollup-await', '<!doctype html><script type="module" src="dist/main.js"></script>');
  writeFileSync(join(folder, 'main.js'), AT_TOP_LEVEL);
  const bundle = await rollup({
    input: join(folder, 'main.js'),
    plugins: [resolve({ browser: true }), importMetaAssets()],
    onwarn: () => undefined,
  });
  await bundle.write({ dir: join(folder, 'dist'), format: 'es' });
  const { origin, close } = await serve({ '/': folder }, ISOLATION);
  try {
    await page.goto(origin);
    await page.waitForFunction(() => globalThis.awaited);
    const { translation, ...numbers } = await page.evaluate(() => globalThis.awaited);
    expect(translation).toMatch(/猫/);
    expect(numbers).toEqual({ threads: 2, attention: [8, expect.any(Number), expect.any(Number)], step: 1 });
  } finally {
    close();
  }
});

test('esbuild, with the .wasm files and the model copied beside its output', async ({ page }) => {
  const { build } = await import('esbuild');
  const folder = folderOf('esbuild', pageWith('<script type="module" src="assets/js/main.js"></script>'));
  await build({
    entryPoints: [join(application, 'main.js')],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    outdir: join(folder, 'assets/js'),
    logLevel: 'error',
  });
  const installed = join(application, 'node_modules/attention-spotlight');
  cpSync(join(installed, 'dist/engine/wasm'), join(folder, 'assets/js/wasm'), { recursive: true });
  cpSync(join(installed, 'models'), join(folder, 'models'), { recursive: true });
  await expectNumbers(page, folder);
});

test('esbuild’s default format, in which scripts have no address: the error says what to do', async ({ page }) => {
  const { build } = await import('esbuild');
  const folder = folderOf('iife', pageWith('<script src="main.js"></script>'));
  const source = join(folder, 'source.js');
  writeFileSync(
    source,
    `import { createEngine } from 'attention-spotlight';
     import 'attention-spotlight/element';
     import { stories } from 'attention-spotlight/stories';
     const messageOf = (work) => Promise.resolve().then(work).catch(({ message }) => message);
     const { ready } = document.querySelector('attention-spotlight');
     globalThis.messages = Promise.all([messageOf(createEngine), messageOf(() => stories.weights), messageOf(() => ready)]);`,
  );
  await build({ entryPoints: [source], bundle: true, outfile: join(folder, 'main.js'), logLevel: 'error' });
  const { origin, close } = await serve({ '/': folder });
  await page.goto(origin);
  const messages = await page.evaluate(() => globalThis.messages);
  close();
  expect(messages).toHaveLength(3);
  for (const message of messages) {
    expect(message).toContain("bundled without format: 'esm' (esbuild). configure({ wasmUrl, modelUrl, workerUrl })");
  }
});

test('esbuild under a subfolder, with the files elsewhere: configure()', async ({ page }) => {
  const { build } = await import('esbuild');
  const folder = folderOf('configured/deep/app', pageWith('<script type="module" src="main.js"></script>'));
  const main = join(folder, 'source.js');
  writeFileSync(
    main,
    `import { configure } from 'attention-spotlight';
     configure({ wasmUrl: '/files/wasm/', modelUrl: '/files/model', workerUrl: '/files/worker.js' });
     await import('../../../main.js');
     const { createEngine, tensor } = await import('attention-spotlight');
     const engine = await createEngine();
     const text = tensor(new Float32Array(8 * 512 * 64).fill(0.5), [1, 8, 512, 64]);
     await engine.scaledDotProductAttentionAsync(text, text, text);`,
  );
  const options = { bundle: true, format: 'esm', target: 'es2022', logLevel: 'error' };
  await build({ ...options, entryPoints: [main], outfile: join(folder, 'main.js') });
  const installed = join(application, 'node_modules/attention-spotlight');
  const files = join(application, 'configured/files');
  cpSync(join(installed, 'dist/engine/wasm'), join(files, 'wasm'), { recursive: true });
  cpSync(join(installed, 'models/default'), join(files, 'model'), { recursive: true });
  cpSync(join(installed, 'dist/engine/worker.js'), join(files, 'worker.js'));
  const worker = page.waitForEvent('worker');
  await expectNumbers(page, join(application, 'configured'), {
    path: '/deep/app/',
    work: async () => expect((await worker).url()).toMatch(/\/files\/worker\.js$/),
  });
});

const IMPORT_MAP = (base) =>
  `<script type="importmap">${JSON.stringify({
    imports: {
      'attention-spotlight': `${base}/attention-spotlight/dist/engine/index.js`,
      'attention-spotlight/element': `${base}/attention-spotlight/dist/element/index.js`,
      lit: `${base}/lit/index.js`,
      'lit/': `${base}/lit/`,
      'lit-html': `${base}/lit-html/lit-html.js`,
      'lit-html/': `${base}/lit-html/`,
      '@lit/reactive-element': `${base}/@lit/reactive-element/reactive-element.js`,
      '@lit/reactive-element/': `${base}/@lit/reactive-element/`,
      'lit-element/': `${base}/lit-element/`,
      'lit-element/lit-element.js': `${base}/lit-element/lit-element.js`,
    },
  })}</script>`;

test('no bundler: an import map', async ({ page }) => {
  folderOf('plain', pageWith('<script type="module" src="/main.js"></script>', IMPORT_MAP('/node_modules')));
  await expectNumbers(page, application, { path: '/plain/' });
});

test('no bundler: one script of the element', async ({ page }) => {
  folderOf(
    'script',
    pageWith(`<script type="module">
      import { createEngine, tensor } from '/node_modules/attention-spotlight/dist/engine/attention-spotlight.js';
      const engine = await createEngine();
      const { output } = engine.scaledDotProductAttention(
        tensor([1, 0], [1, 1, 1, 2]), tensor([1, 0, 0, 1], [1, 1, 2, 2]), tensor([1, 0], [1, 1, 2, 1]));
      const element = document.querySelector('attention-spotlight');
      await element.ready;
      globalThis.numbers = { output: output.data[0], weight: element.trace.weights.data[71] };
    </script>`),
  );
  await expectNumbers(page, application, { path: '/script/' });
});

test('a strict Content-Security-Policy', async ({ page }) => {
  const { build } = await import('vite');
  const folder = folderOf('strict', pageWith('<script type="module" src="../main.js"></script>'));
  await build({ root: folder, base: './', logLevel: 'error', configFile: false, build: { target: 'es2022' } });
  await expectNumbers(page, join(folder, 'dist'), {
    // Besides the stated policy, the server's policy allows the icon that browsers request.
    headers: { 'Content-Security-Policy': `${STATED}; img-src 'self'` },
  });
});

const THREADS = `import { createEngine, tensor } from 'attention-spotlight';
const engine = await createEngine({ threads: 2 });
const x = tensor(new Float32Array(8 * 300 * 64).fill(0.5), [1, 8, 300, 64]);
const { output } = engine.scaledDotProductAttention(x, x, x);
globalThis.computed = { threads: engine.threads, first: output.data[0] };`;

async function expectThreads(page, folder) {
  const { origin, close } = await serve({ '/': folder }, ISOLATION);
  try {
    await page.goto(`${origin}/`);
    await page.waitForFunction(() => globalThis.computed);
    const { threads, first } = await page.evaluate(() => globalThis.computed);
    expect(threads).toBe(2);
    expect(first).toBeCloseTo(0.5, 4);
  } finally {
    close();
  }
}

test('several threads, bundled by Vite', async ({ page }) => {
  const { build } = await import('vite');
  const folder = folderOf('threads-vite', pageWith('<script type="module" src="./main.js"></script>'));
  writeFileSync(join(folder, 'main.js'), THREADS);
  await build({ root: folder, base: './', logLevel: 'error', configFile: false, build: { target: 'es2022' } });
  await expectThreads(page, join(folder, 'dist'));
});

test('several threads, bundled by webpack 5', async ({ page }) => {
  const { default: webpack } = await import('webpack');
  const folder = folderOf('threads-webpack', pageWith('<script src="dist/main.js"></script>'));
  writeFileSync(join(folder, 'main.js'), THREADS);
  const options = { mode: 'production', context: folder, entry: './main.js', performance: { hints: false } };
  const stats = await new Promise((resolve, reject) =>
    webpack({ ...options, output: { path: join(folder, 'dist'), publicPath: 'auto' } }, (error, result) =>
      error ? reject(error) : resolve(result),
    ),
  );
  expect(stats.toJson({ all: false, errors: true, warnings: true })).toMatchObject({ errors: [], warnings: [] });
  await expectThreads(page, folder);
});

test('files of another origin', async ({ page }) => {
  const { origin, close } = await serve({ '/': application }, { 'Access-Control-Allow-Origin': '*' });
  folderOf(
    'elsewhere',
    pageWith(
      `<script type="module">import ${JSON.stringify(`${origin}/main.js`)};</script>`,
      IMPORT_MAP(`${origin}/node_modules`),
    ),
  );
  try {
    await expectNumbers(page, join(application, 'elsewhere'));
  } finally {
    close();
  }
});

const PAGE = '<!doctype html><link rel="icon" href="data:," />';

/**
 * Copy of a safetensors file with `bytes` additional bytes before the tensors, which no model needs and gzip cannot
 * compress. A reader that uses Range requests skips them.
 */
function paddedWeights(file, bytes) {
  const begin = 8 + Number(file.readBigUInt64LE());
  const tensors = JSON.parse(file.toString('utf8', 8, begin));
  delete tensors.__metadata__;
  for (const tensor of Object.values(tensors)) tensor.data_offsets = tensor.data_offsets.map((at) => at + bytes);
  tensors.unused = { dtype: 'U8', shape: [bytes], data_offsets: [0, bytes] };
  const header = Buffer.from(JSON.stringify(tensors));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, randomBytes(bytes), file.subarray(begin)]);
}

/** Serves the package as Vite's preview does: with compression, except in responses to Range requests. */
const servePackageCompressed = () =>
  listen(({ url, headers: { range, 'if-none-match': known } }, response) => {
    if (url === '/') return response.setHeader('Content-Type', 'text/html').end(PAGE);
    const stored = readFileSync(join(application, 'node_modules/attention-spotlight', url));
    const file = url.endsWith('.safetensors') ? paddedWeights(stored, 2 ** 22) : stored;
    response.setHeader('Content-Type', url.endsWith('.js') ? 'text/javascript' : 'application/octet-stream');
    const tag = `W/"${file.length}"`;
    response.setHeader('Cache-Control', 'no-cache').setHeader('ETag', tag);
    response.setHeader('Last-Modified', 'Mon, 23 Nov 2026 00:00:00 GMT');
    if (known === tag) return response.writeHead(304).end();
    if (!range) return response.setHeader('Content-Encoding', 'gzip').end(gzipSync(file));
    const begin = Number(/\d+/.exec(range));
    response.writeHead(206, { 'Content-Range': `bytes ${begin}-${file.length - 1}/${file.length}` });
    return response.end(file.subarray(begin));
  });

test('a pretrained model from a server that compresses', async ({ page }) => {
  const { origin, close } = await servePackageCompressed();
  await page.goto(origin);
  const shape = await page.evaluate(async () => {
    const { createEngine } = await import('/dist/engine/attention-spotlight.js');
    const file = (name) => `/models/stories/${name}`;
    const files = {
      weights: file('model.safetensors'),
      config: file('config.json'),
      tokenizer: file('tokenizer.json'),
    };
    await (await fetch(files.weights)).arrayBuffer(); // loads the file into the browser's cache
    const model = await (await createEngine()).loadPretrained(files, { layers: 1 });
    return model.run('Once').attention('decoder', 0).shape;
  });
  close();
  expect(shape).toEqual([8, expect.any(Number), expect.any(Number)]);
});
