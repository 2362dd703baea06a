// The package in applications that contain only what the docs tell their users to write: with strict types, served by
// the development server, and built. Each application is installed from scratch and removed afterwards.
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { develop, install, remove, runScript, scriptsOf, sourcesOf } from './application.mjs';
import { isNoise } from './noise.mjs';
import { APPLICATIONS } from './applications.mjs';
import { serve } from '../serve.mjs';

/**
 * Checks in reveal.js that arrow keys reach the element instead of changing the slide while the canvas has the focus,
 * also on a slide that is scaled down.
 */
async function expectKeysOfTheElement(page) {
  const scale = () => page.evaluate(() => globalThis.Reveal.getScale());
  await page.setViewportSize({ width: 480, height: 360 });
  await expect.poll(scale).toBeLessThan(0.8);
  const slide = () => page.evaluate(() => globalThis.Reveal.getIndices().h);
  await page.locator('attention-spotlight [tabindex="0"]').first().focus();
  await page.keyboard.press('ArrowRight');
  expect(await slide()).toBe(0);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('ArrowRight');
  expect(await slide()).toBe(1);
}

/** Additional checks of a built application's page, by the name of the application. */
const WORK = { reveal: expectKeysOfTheElement };

/** Checks that a page of an application computes the right numbers and logs no errors or warnings. */
async function expectAttention(page, url) {
  const noise = [];
  page.on('pageerror', (error) => noise.push(String(error)));
  page.on('console', (message) => {
    if (isNoise(message)) noise.push(`${message.text()} (${message.location().url})`);
  });
  await expect(() => page.goto(url)).toPass(); // some servers print their address before they answer
  await expect(page.locator('css:light=output'))
    .toHaveText('0.401 0.198 0.401', { timeout: 60_000 })
    .catch((error) => {
      throw new Error([error.message, ...noise].join('\n')); // the messages of the console explain the error
    });
  await expect(async () => {
    const shown = await page.locator('attention-spotlight').evaluate(async (element) => {
      await element.ready;
      return { weight: element.trace.weights.data[71], query: element.query };
    });
    expect(shown).toEqual({ weight: expect.closeTo(0.88, 1), query: 7 }); // “it” attends to “cat”.
  }).toPass(); // a development server may load the page again
  const play = page.locator('css:light=button', { hasText: 'Play (output)' });
  if (await play.isVisible()) {
    await play.click();
    await expect(play).toBeHidden(); // the event has changed the button's text
  }
  expect(noise).toEqual([]);
}

for (const { name, title, built = 'dist', path = '/', ...options } of APPLICATIONS) {
  test.describe(title, () => {
    let folder;
    test.beforeAll(async () => {
      test.setTimeout(600_000);
      folder = await install(name, options);
    });
    test.afterAll(() => remove(folder));

    const scripts = scriptsOf(sourcesOf(name));

    if ('check' in scripts) test('types', () => runScript(folder, 'check'));

    if ('dev' in scripts) {
      test('development server', async ({ page }) => {
        const { url, close } = await develop(folder);
        await expectAttention(page, url).finally(close);
      });
    }

    test('build', async ({ page }) => {
      if ('build' in scripts) await runScript(folder, 'build');
      const { origin, close } = await serve({ [path]: join(folder, built) });
      await expectAttention(page, origin + path)
        .then(() => WORK[name]?.(page))
        .finally(close);
    });
  });
}
