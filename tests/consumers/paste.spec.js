// What people paste: the HTML of README and docs, word for word, in a page that has nothing else. The CDN that it names is
// played by the packed package.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { project } from '../../scripts/paths.mjs';
import { application } from './setup.mjs';
import { serve } from '../serve.mjs';

const installed = join(application, 'node_modules/attention-spotlight');
const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
const CDN = `https://cdn.jsdelivr.net/npm/attention-spotlight@${version}/`;

/** The block of HTML of a page of the docs that loads the script. */
const pasted = (page) =>
  Array.from(
    readFileSync(join(project, page), 'utf8').matchAll(/^```html\n([\s\S]*?)^```/gm),
    ([, block]) => block,
  ).find((block) => block.includes('https://cdn'));

/** Answers what the page asks of the CDN, and nothing else. */
async function playCdn(page) {
  await page.route(/^https:/, (route) => {
    const url = route.request().url();
    const path = join(installed, url.slice(CDN.length));
    if (!url.startsWith(CDN) || !existsSync(path)) return route.abort();
    return route.fulfill({ path, headers: { 'Access-Control-Allow-Origin': '*' } });
  });
}

async function expectAttention(page, address) {
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('requestfailed', (request) => errors.push(request.url()));
  await playCdn(page);
  await page.goto(address);
  const element = page.locator('attention-spotlight');
  await element.evaluate(async (each) => {
    await globalThis.customElements.whenDefined('attention-spotlight');
    await each.ready;
  });
  expect(await element.evaluate(({ trace }) => trace.weights.data.length)).toBeGreaterThan(1);
  expect(errors).toEqual([]);
}

for (const source of ['README.md', 'README.zh.md', 'docs/element.md', 'docs/zh/element.md']) {
  const folder = join(application, 'paste', source.replaceAll('/', '-'));
  const write = () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'index.html'), `<!doctype html><meta charset="utf-8"><body>${pasted(source)}`);
  };

  test(`${source}, pasted into a page of a server`, async ({ page }) => {
    write();
    const { origin, close } = await serve({ '/': folder });
    await expectAttention(page, origin).finally(close);
  });

  test(`${source}, pasted into a page on the disk`, async ({ page }) => {
    write();
    await expectAttention(page, pathToFileURL(join(folder, 'index.html')).href);
  });
}

test('“Copy HTML tag” names the same script', async () => {
  const { SCRIPT_ADDRESS } = await import('../../dist/element/export/package-address.js');
  expect(SCRIPT_ADDRESS).toBe(/src="(https:[^"]*)"/.exec(pasted('README.md'))[1]);
  expect(SCRIPT_ADDRESS.startsWith(CDN)).toBe(true);
});
