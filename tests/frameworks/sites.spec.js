// The element in pages built by frameworks and site generators. Each page computes the numbers that are expected.
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { output } from './setup.mjs';
import { expectNumbers } from '../consumers/shown-numbers.mjs';

const here = import.meta.dirname;

/** Runs a tool of these packages, as `npx` does. */
const tool = (name, args, folder = here) =>
  promisify(execFile)(join(here, 'node_modules/.bin', name), args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });

/** The attributes arrive. */
const inAPage = ({ query }) => expect(query).toBe(7);

/** Properties that are not strings arrive too, and events come back. */
const inAComponent = (page) => async (numbers) => {
  inAPage(numbers);
  expect(numbers.mask).toEqual([[0, 9]]);
  await page.locator('body > div > button').click();
  await expect(page.locator('body > div > button')).toHaveText('softmax');
};

/** With the Vite of VitePress, which is older than the project's. */
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
  await expectNumbers(page, await buildWithVite('react'), { work: inAComponent(page) });
});

test('Vue', async ({ page }) => {
  const { default: vue } = await import('@vitejs/plugin-vue');
  const isCustomElement = (tag) => tag === 'attention-spotlight';
  const plugin = vue({ template: { compilerOptions: { isCustomElement } } });
  await expectNumbers(page, await buildWithVite('vue', [plugin]), { work: inAComponent(page) });
});

test('Next', async ({ page }) => {
  await tool('next', ['build'], join(here, 'next'));
  const folder = join(output, 'next');
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('<attention-spotlight'); // as the server rendered it
  await expectNumbers(page, folder, { work: inAPage });
});

test('VitePress', async ({ page }) => {
  await tool('vitepress', ['build', 'vitepress']);
  await expectNumbers(page, join(output, 'vitepress'), { work: inAPage });
});

test('Docusaurus', async ({ page }) => {
  const folder = join(output, 'docusaurus');
  await tool('docusaurus', ['build', '--out-dir', folder], join(here, 'docusaurus'));
  await expectNumbers(page, folder, { work: inAPage });
});
