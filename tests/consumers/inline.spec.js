// The package in one file with all assets: on a page from disk, without a server, and with bundlers that copy no files.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { application } from './setup.mjs';
import { COMPUTE, ENGINE_NUMBER, expectNumbers } from './shown-numbers.mjs';

const inline = join(application, 'node_modules/attention-spotlight/dist/inline');

const TAG = '<!doctype html><meta charset="utf-8"><attention-spotlight lang="en"></attention-spotlight>';

function folderWith(name, files) {
  const folder = join(application, 'inline', name);
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

test('a classic script, from the disk: engine, worker, element and model', async ({ page }) => {
  const script = `<script src="spotlight.js"></script>
    <script>(async ({ createEngine, tensor }) => {${COMPUTE}})(attentionSpotlight);</script>`;
  const folder = folderWith('disk', { 'index.html': TAG + script });
  cpSync(join(inline, 'attention-spotlight.classic.js'), join(folder, 'spotlight.js'));
  const messages = [];
  page.on('pageerror', (error) => messages.push(String(error)));
  page.on('console', (message) => messages.push(message.text()));
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  const worker = page.waitForEvent('worker');
  await page.goto(pathToFileURL(join(folder, 'index.html')).href);
  await page.waitForFunction(() => globalThis.numbers);
  await worker;
  expect(messages).toEqual([]);
  expect(requests.filter((url) => !/^(file|data|blob):/.test(url))).toEqual([]);
  const { output, weight } = await page.evaluate(() => globalThis.numbers);
  expect(output).toBeCloseTo(ENGINE_NUMBER, 6);
  expect(weight).toBeGreaterThan(0.8);
});

test('an ES module, one file on a server', async ({ page }) => {
  const script = `<script type="module">
    import { createEngine, tensor } from './spotlight.js';${COMPUTE}</script>`;
  const folder = folderWith('module', { 'index.html': TAG + script });
  cpSync(join(inline, 'attention-spotlight.js'), join(folder, 'spotlight.js'));
  await expectNumbers(page, folder);
});

test('esbuild, which copies no files', async ({ page }) => {
  const { build } = await import('esbuild');
  const folder = folderWith('esbuild', {
    'index.html': `${TAG}<script type="module" src="main.js"></script>`,
    'source.js': `import { createEngine, tensor } from 'attention-spotlight/inline';${COMPUTE}`,
  });
  await build({
    entryPoints: [join(folder, 'source.js')],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    outfile: join(folder, 'main.js'),
    logLevel: 'error',
  });
  await expectNumbers(page, folder);
});

test('webpack, which looks for no files', async ({ page }) => {
  const { default: webpack } = await import('webpack');
  const folder = folderWith('webpack', {
    'index.html': `${TAG}<script src="main.js"></script>`,
    'source.js': `import { createEngine, tensor } from 'attention-spotlight/inline';${COMPUTE}`,
  });
  const stats = await new Promise((resolve, reject) =>
    webpack(
      {
        mode: 'production',
        context: folder,
        entry: './source.js',
        output: { path: folder },
        optimization: { minimize: false }, // the file is already minified
        performance: { hints: false },
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    ),
  );
  expect(stats.toJson({ all: false, errors: true, warnings: true, assets: true })).toMatchObject({
    errors: [],
    warnings: [],
    assets: [{ name: 'main.js' }],
  });
  await expectNumbers(page, folder);
});

test('Node: a server that renders pages can import it', () => {
  const script = "const { costOf } = await import('attention-spotlight/inline'); console.log(typeof costOf);";
  const options = { cwd: application, encoding: 'utf8' };
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', script], options).trim()).toBe('function');
});
