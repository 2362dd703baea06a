// The element where frameworks and site makers put it. Each page has to show numbers of attention.
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { output } from './setup.mjs';
import { serve } from '../serve.mjs';

const here = import.meta.dirname;
/** softmax([1/√2, 0])·[1, 0] */
const OUTPUT = Math.exp(Math.SQRT1_2) / (Math.exp(Math.SQRT1_2) + 1);

/** Runs a tool of these packages, as `npx` does. */
const tool = (name, told, folder = here) =>
  promisify(execFile)(join(here, 'node_modules/.bin', name), told, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });

/** Opens a page made of a folder; gives what it shows, and expects no complaint. */
async function numbersOf(page, folder, work) {
  const { origin, close } = await serve({ '/': folder });
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  try {
    await page.goto(`${origin}/`);
    await page.waitForFunction(() => globalThis.numbers, null, { timeout: 20_000 }).catch(() => undefined);
    expect(complaints).toEqual([]);
    const numbers = await page.evaluate(() => globalThis.numbers);
    expect(numbers.output).toBeCloseTo(OUTPUT, 6);
    expect(numbers.weight).toBeGreaterThan(0.9);
    expect(numbers.row).toBe(7);
    await work?.(numbers);
  } finally {
    close();
  }
}

/** In a component: properties that are no texts arrive, events come back. */
const inAComponent = (page) => async (numbers) => {
  expect(numbers.mask).toEqual([[0, 9]]);
  await page.locator('body > div > button').click();
  await expect(page.locator('body > div > button')).toHaveText('softmax');
};

/** With the Vite that VitePress brings, an older one than the project's. */
async function buildWithVite(name, plugins = []) {
  const { build } = await import('vite');
  const folder = join(output, name);
  await build({
    root: join(here, name),
    base: './',
    configFile: false,
    logLevel: 'error',
    plugins,
    esbuild: { jsx: 'automatic' },
    build: { target: 'es2022', outDir: folder, emptyOutDir: true },
  });
  return folder;
}

test('React', async ({ page }) => {
  await numbersOf(page, await buildWithVite('react'), inAComponent(page));
});

test('Vue', async ({ page }) => {
  const { default: vue } = await import('@vitejs/plugin-vue');
  const isCustomElement = (tag) => tag === 'attention-spotlight';
  const plugin = vue({ template: { compilerOptions: { isCustomElement } } });
  await numbersOf(page, await buildWithVite('vue', [plugin]), inAComponent(page));
});

test('Next', async ({ page }) => {
  await tool('next', ['build'], join(here, 'next'));
  const folder = join(output, 'next');
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('<attention-spotlight'); // as the server rendered it
  await numbersOf(page, folder);
});

test('VitePress', async ({ page }) => {
  await tool('vitepress', ['build', 'vitepress']);
  await numbersOf(page, join(output, 'vitepress'));
});

test('Docusaurus', async ({ page }) => {
  const folder = join(output, 'docusaurus');
  await tool('docusaurus', ['build', '--out-dir', folder], join(here, 'docusaurus'));
  await numbersOf(page, folder);
});
