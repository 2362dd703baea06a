// HTML that users copy from README and docs, word for word, on a page that contains only what the text tells them to
// put beside it. The packed npm package takes the place of the CDN.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { project } from '../../scripts/paths.mjs';
import { application } from './setup.mjs';
import { serve } from '../serve.mjs';

const installed = join(application, 'node_modules/attention-spotlight');
const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
const CDN = `https://cdn.jsdelivr.net/npm/attention-spotlight@${version}/`;

/** HTML code blocks on a page of the docs whose script has an address that begins with `address`. */
const blocksWith = (page, address) =>
  Array.from(
    readFileSync(join(project, page), 'utf8').matchAll(/^```html\n([\s\S]*?)^```/gm),
    ([, block]) => block,
  ).filter((block) => block.includes(`src="${address}`));

/** Folder with a page that contains one code block, and with the files that the text tells users to put beside it. */
function folderWith(name, block) {
  const folder = join(application, 'paste', name.replaceAll('/', '-'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), `<!doctype html><meta charset="utf-8"><body>${block}`);
  const script = 'attention-spotlight.classic.js';
  cpSync(join(installed, 'dist/inline', script), join(folder, script));
  return folder;
}

/** Answers the page's requests to the CDN with the packed package, and blocks all other requests. */
async function playCdn(page) {
  await page.route(/^https:/, (route) => {
    const url = route.request().url();
    const path = join(installed, url.slice(CDN.length));
    if (!url.startsWith(CDN) || !existsSync(path)) return route.abort();
    return route.fulfill({ path, headers: { 'Access-Control-Allow-Origin': '*' } });
  });
}

async function expectAttention(page, address) {
  const noise = [];
  page.on('pageerror', (error) => noise.push(String(error)));
  // Messages of console.log do not count as noise, since one of the code blocks writes some.
  page.on('console', (message) => message.type() !== 'log' && noise.push(message.text()));
  // Failed requests count as noise, such as those for files that the CDN does not have, except for those that were
  // aborted because the browser left the previous page.
  const isAborted = (request) => request.failure().errorText === 'net::ERR_ABORTED';
  page.on('requestfailed', (request) => isAborted(request) || noise.push(request.url()));
  await playCdn(page);
  await page.goto(address);
  const element = page.locator('attention-spotlight');
  await element.evaluate(async (each) => {
    await globalThis.customElements.whenDefined('attention-spotlight');
    await each.ready;
  });
  expect(await element.evaluate(({ trace }) => trace.weights.data.length)).toBeGreaterThan(1);
  expect(noise).toEqual([]);
}

/** Checks the element on a server that has the unpacked package beside the page. */
async function expectAttentionOnServer(page, folder) {
  const { origin, close } = await serve({ '/attention-spotlight/': installed, '/': folder });
  await expectAttention(page, origin).finally(close);
}

const inBoth = (...pages) => pages.flatMap((name) => [`docs/${name}`, `docs/zh/${name}`]);

for (const source of ['README.md', 'README.zh.md', ...inBoth('embedding.md')]) {
  test(`${source}, one file`, async ({ page }) => {
    const [block] = blocksWith(source, 'attention-spotlight.classic.js');
    const folder = folderWith(`${source}-file`, block);
    await expectAttentionOnServer(page, folder);
    await expectAttention(page, pathToFileURL(join(folder, 'index.html')).href);
  });
}

for (const source of inBoth('start.md', 'element.md', 'embedding.md')) {
  test(`${source}, the unpacked package`, async ({ page }) => {
    const [block] = blocksWith(source, 'attention-spotlight/dist/');
    await expectAttentionOnServer(page, folderWith(`${source}-package`, block));
  });
}

for (const source of ['README.md', 'README.zh.md']) {
  test(`${source}, from a CDN`, async ({ page }) => {
    const [script] = blocksWith(source, CDN);
    const [tag] = blocksWith(source, 'attention-spotlight.classic.js');
    const folder = folderWith(`${source}-cdn`, script + tag.replace(/<script.*<\/script>/, ''));
    await expectAttentionOnServer(page, folder);
    await expectAttention(page, pathToFileURL(join(folder, 'index.html')).href);
  });
}

test('“Copy embed code” names the same script', async () => {
  const { SCRIPT_ADDRESS } = await import('../../dist/element/export/package-address.js');
  expect(SCRIPT_ADDRESS).toBe(/src="(https:[^"]*)"/.exec(blocksWith('README.md', CDN)[0])[1]);
  expect(SCRIPT_ADDRESS.startsWith(CDN)).toBe(true);
});
