// The core of the packed npm package, which lacks the weights of the default model.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { application } from './setup.mjs';
import { serve } from '../serve.mjs';

const WEIGHTS = /safetensors|tokenizer.*json/;

/** Writes a program to a folder of the test application. Resolves with the folder. */
function programIn(name, source) {
  const folder = join(application, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'main.js'), source);
  writeFileSync(join(folder, 'index.html'), '<!doctype html><script type="module" src="main.js"></script>');
  return folder;
}

const filesIn = (folder) => readdirSync(folder, { recursive: true }).map(String);

async function buildWithVite(folder) {
  const { build } = await import('vite');
  await build({ root: folder, base: './', logLevel: 'error', configFile: false, build: { target: 'es2022' } });
  return join(folder, 'dist');
}

async function buildWithWebpack(folder) {
  const { default: webpack } = await import('webpack');
  const path = join(folder, 'dist');
  const config = { mode: 'production', context: folder, entry: './main.js', output: { path } };
  const stats = await new Promise((resolve, reject) =>
    webpack(config, (error, result) => (error ? reject(error) : resolve(result))),
  );
  expect(stats.toJson({ all: false, errors: true })).toMatchObject({ errors: [] });
  return path;
}

const CORE = "import { costOf, createEngine } from 'attention-spotlight'; globalThis.core = [costOf, createEngine];";

for (const [name, build] of [
  ['Vite', buildWithVite],
  ['webpack', buildWithWebpack],
]) {
  test(`${name}: weights come along only with 'attention-spotlight/model'`, async () => {
    const core = filesIn(await build(programIn(`core-${name}`, CORE)));
    expect(core.join()).toMatch(/\.wasm/);
    expect(core.filter((file) => WEIGHTS.test(file))).toEqual([]);
    const model = "import { defaultModel } from 'attention-spotlight/model'; globalThis.model = defaultModel;";
    const hasWeights = filesIn(await build(programIn(`model-${name}`, model))).join();
    expect(hasWeights).toMatch(/safetensors/);
  });
}

test('a bundle without the weights: loadModel() says what to import, and works with it', async ({ page }) => {
  const folder = programIn(
    'load-model',
    `import { createEngine } from 'attention-spotlight';
     const engine = await createEngine();
     globalThis.reason = await engine.loadModel().catch((error) => error.message);
     const { defaultModel } = await import('attention-spotlight/model');
     globalThis.heads = (await engine.loadModel(defaultModel)).heads.length;`,
  );
  const { origin, close } = await serve({ '/': await buildWithVite(folder) });
  try {
    await page.goto(origin);
    await page.waitForFunction(() => globalThis.heads);
    expect(await page.evaluate(() => globalThis.reason)).toContain(
      "import { defaultModel } from 'attention-spotlight/model'",
    );
    expect(await page.evaluate(() => globalThis.heads)).toBeGreaterThan(0);
  } finally {
    close();
  }
});
