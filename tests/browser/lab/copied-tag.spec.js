// Tags copied from “Export” work in the pages into which they are pasted: an empty page on another server, and a local
// file.
import { mkdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from '../page.js';
import { serve } from '../../serve.mjs';

const STATE = { view: 'matrix', stage: 'softmax', text: '我爱 "Spotlight" & <b>' };

for (const [button, find] of [
  ['Copy embed code', (page) => page.locator('attention-spotlight')],
  ['Copy iframe', (page) => page.frameLocator('iframe').locator('attention-spotlight')],
]) {
  test(`“${button}” works where it is pasted`, async ({ page, open, context, baseURL }, info) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { view, stage, text } = STATE;
    await open(`lang=en&view=${view}&stage=${stage}&progress=1&text=${encodeURIComponent(text)}`);
    await page.getByText('Export', { exact: true }).click();
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByText('Copied.')).toBeVisible();
    const tag = await page.evaluate(() => navigator.clipboard.readText());
    for (const [, address] of tag.matchAll(/src="([^"]*)"/g)) expect(address.startsWith(baseURL)).toBe(true);

    const folder = info.outputPath('pasted');
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/index.html`, tag); // the file contains nothing but the tag
    const { origin, close } = await serve({ '/': folder });
    for (const address of [`${origin}/`, pathToFileURL(`${folder}/index.html`).href]) {
      const other = await context.newPage();
      const noise = [];
      other.on('pageerror', (error) => noise.push(String(error)));
      other.on('requestfailed', (request) => noise.push(request.url()));
      await other.goto(address);
      const element = find(other);
      await element.evaluate(async (each) => {
        await globalThis.customElements.whenDefined('attention-spotlight');
        await each.ready;
        await each.updateComplete;
      });
      expect(await element.evaluate((each) => ({ view: each.view, stage: each.stage, text: each.text }))).toEqual(
        STATE,
      );
      await expect.poll(() => element.evaluate((each) => each.scene?.regions.length ?? 0), address).toBe(1);
      expect(noise, address).toEqual([]);
      await other.close();
    }
    close();
  });
}
