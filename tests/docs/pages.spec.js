// The documentation website in a browser: live elements in the page's theme and language, and the search.
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './site.js';

for (const [path, text, lang] of [
  ['index.html', 'attends most to', 'en'],
  ['zh/index.html', '最关注', 'zh'],
]) {
  test(`${path} shows an element`, async ({ page, open }) => {
    const { foreign, complaints } = await open(path);
    await expect(page.locator('attention-spotlight').getByText(text).first()).toBeVisible();
    expect(await page.evaluate(() => document.querySelector('attention-spotlight').lang)).toBe(lang);
    const theme = () => page.evaluate(() => document.querySelector('attention-spotlight').currentTheme);
    expect(await theme()).toBe('light');
    await page.locator('.VPNavBarAppearance button').click();
    await expect.poll(theme).toBe('dark');
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
  });
}

test('an element works after a change of page', async ({ page, open }) => {
  const { complaints } = await open('index.html');
  await page.locator('.VPHero').getByRole('link', { name: 'Start' }).click();
  await expect(page.locator('.vp-doc attention-spotlight').getByText('attends most to').first()).toBeVisible();
  expect(complaints).toEqual([]);
});

for (const [path, word, heading] of [
  ['engine.html', 'grouped-query', 'Decoding with a KV cache'],
  ['zh/engine.html', '热力图', '热力图'],
]) {
  test(`the search finds “${word}”`, async ({ page, open }) => {
    const { foreign } = await open(path);
    await page.locator('.DocSearch-Button').first().click();
    await page.locator('.VPLocalSearchBox input').fill(word);
    await expect(page.locator('.VPLocalSearchBox .result').filter({ hasText: heading }).first()).toBeVisible();
    expect(foreign).toEqual([]);
  });
}

for (const colorScheme of ['light', 'dark']) {
  for (const path of ['index.html', 'cookbook.html', 'zh/playground.html', 'api/engine.html']) {
    test(`${path} is legible in the ${colorScheme} theme`, async ({ page, open }) => {
      await page.emulateMedia({ colorScheme });
      await open(path);
      const { violations } = await new AxeBuilder({ page }).withRules(['color-contrast', 'label']).analyze();
      expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
    });
  }
}

for (const width of [390, 1280]) {
  for (const path of ['index.html', 'zh/element.html', 'cookbook.html', 'zh/playground.html', 'api/engine.html']) {
    test(`${path} has no sideways scrolling at ${width}`, async ({ page, open }) => {
      await page.setViewportSize({ width, height: 800 });
      await open(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  }
}
