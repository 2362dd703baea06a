// If loading a file fails or takes too long, an error message with a button “Try again” appears.
import { caption, expect, FULL, holdBack, setState, test as base } from './page.js';

/** Playwright test whose page may log errors, since a request that fails logs one. */
const test = base.extend({
  errors: async ({ page }, use) => {
    await page.addInitScript(() => {
      globalThis.failures = [];
      document.addEventListener(
        'error',
        ({ detail }) => detail && globalThis.failures.push(detail.error.message),
        true,
      );
    });
    await use(() => page.evaluate(() => globalThis.failures));
  },
});

const TEXTS = {
  en: {
    retry: 'Try again',
    reload: 'Reload the page',
    loading: 'Loading the engine …',
    slow: /not loaded after 60 seconds/,
  },
  zh: { retry: '重试', reload: '请重新加载页面', loading: '正在加载计算引擎……', slow: /60 秒后仍未加载完/ },
};
const alert = (page) => page.getByRole('alert');
const ready = (page) => page.evaluate(() => document.querySelector('attention-spotlight').ready);

for (const [lang, { retry }] of Object.entries(TEXTS)) {
  for (const [what, files] of [
    ['the engine', '**/*.wasm'],
    ['the model', '**/*.safetensors'],
  ]) {
    const title = `a failed load of ${what} is an alert that names the file, and can be tried again (${lang})`;
    test(title, (lang === 'en') === (what === 'the engine') ? {} : FULL, async ({ page, errors }) => {
      await page.route(files, (route) => route.fulfill({ status: 503, body: 'later' }), { times: 1 });
      await page.goto(`?lang=${lang}`);
      await expect(alert(page)).toContainText(files.slice(files.lastIndexOf('.')));
      await expect(alert(page)).toContainText('503');
      expect(await errors()).toEqual([expect.stringContaining('503')]);
      await expect(ready(page)).rejects.toThrow('503');
      await page.getByRole('button', { name: retry }).click();
      await expect(caption(page)).toBeVisible();
      await ready(page);
      await expect(alert(page)).toHaveCount(0);
    });
  }
}

test('a broken connection is an error that names the file', async ({ page, errors }) => {
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto('?lang=en');
  await expect(alert(page)).toContainText(/spotlight-\w+\S*\.wasm/);
  expect(await errors()).toEqual([expect.stringContaining('.wasm')]);
});

for (const [lang, { retry, loading, slow }] of Object.entries(TEXTS)) {
  const title = `a load without an end has a time limit, and can be tried again (${lang})`;
  test(title, lang === 'en' ? {} : FULL, async ({ page, errors }) => {
    await page.clock.install();
    let hangs = true;
    await page.route('**/*.safetensors', (route) => (hangs ? undefined : route.continue()));
    await page.goto(`?lang=${lang}`);
    await expect(page.getByText(loading)).toBeVisible();
    await expect(alert(page)).toHaveCount(0);
    const limit = expect(alert(page)).toContainText(slow);
    await expect(async () => {
      await page.clock.runFor(61_000);
      await expect(alert(page)).toBeVisible({ timeout: 200 });
    }).toPass();
    await limit;
    expect(await errors()).toHaveLength(1);
    hangs = false;
    await page.getByRole('button', { name: retry }).click();
    await expect(caption(page)).toBeVisible();
  });
}

test('a load that finishes after the time limit is shown', async ({ page, errors }) => {
  await page.clock.install();
  const letIn = await holdBack(page, '**/*.safetensors');
  await page.goto('?lang=en');
  await expect(async () => {
    await page.clock.runFor(61_000);
    await expect(alert(page)).toBeVisible({ timeout: 200 });
  }).toPass();
  letIn();
  await expect(caption(page)).toBeVisible();
  await ready(page);
  await expect(alert(page)).toHaveCount(0);
  expect(await errors()).toHaveLength(1);
});

test('a view whose drawing is loading says so, and another one can be shown meanwhile', async ({ page, errors }) => {
  const letIn = await holdBack(page, '**/ledger-view*');
  await page.goto('?lang=en&controls=all&model=stories&text=Once upon a time&view=ledger');
  const element = page.locator('attention-spotlight');
  await page.waitForFunction(() => document.querySelector('attention-spotlight').run);
  await expect(element.getByText('Loading …', { exact: true })).toBeVisible();
  expect(await element.evaluate(({ scene }) => scene)).toBeNull();
  await setState(page, { view: 'steps' });
  expect(await element.evaluate(({ scene }) => scene.regions.length)).toBeGreaterThan(0);
  const shown = setState(page, { view: 'ledger' });
  letIn();
  await shown; // `updateComplete` waits for `shown`.
  expect(await element.evaluate(({ scene }) => scene.regions[0].matrix)).toBe('attention');
  expect(await errors()).toEqual([]);
});

for (const [lang, { reload }] of Object.entries(TEXTS)) {
  const title = `a view whose drawing cannot be loaded is an alert, and the other views go on (${lang})`;
  test(title, lang === 'en' ? {} : FULL, async ({ page, errors }) => {
    await page.route('**/ledger-view*', (route) => route.abort());
    await page.goto(`?lang=${lang}&controls=all`);
    await ready(page);
    await setState(page, { view: 'ledger' });
    await expect(alert(page)).toContainText('ledger-view');
    await expect(alert(page)).toContainText(reload);
    expect(await errors()).toEqual([expect.stringContaining('ledger-view')]);
    await setState(page, { view: 'matrix' });
    await expect(alert(page)).toHaveCount(0);
    expect(await page.evaluate(() => document.querySelector('attention-spotlight').scene.regions.length)).toBe(1);
  });
}

test('if the first drawing fails to load, ready is rejected; another view makes the element ready', async ({
  page,
  errors,
}) => {
  await page.route('**/ledger-view*', (route) => route.abort());
  await page.goto('?lang=en&controls=all&view=ledger');
  await expect(ready(page)).rejects.toThrow('ledger-view');
  await setState(page, { view: 'steps' });
  await ready(page);
  expect(await errors()).toHaveLength(1);
});

test('a panel that fails to load shows an alert, and the picture stays', async ({ page, errors }) => {
  await page.route('**/cell-card*', (route) => route.abort());
  await page.goto('?lang=en&controls=all&view=matrix');
  await ready(page);
  await setState(page, { cell: { matrix: 'attention', row: 1, column: 0 } });
  await expect(alert(page)).toContainText('cell-card');
  expect(await page.evaluate(() => document.querySelector('attention-spotlight').scene.regions.length)).toBe(1);
  expect(await errors()).toHaveLength(1);
  await setState(page, { view: 'heads' });
  await expect(alert(page)).toHaveCount(0);
});

for (const [lang, { reload }] of Object.entries(TEXTS)) {
  const title = `texts that fail to load show an alert in their language (${lang})`;
  test(title, lang === 'zh' ? {} : FULL, async ({ page, errors }) => {
    await page.route(/assets\/element-/, (route) => route.abort());
    await page.goto(`embed.html?lang=${lang}`);
    await expect(alert(page)).toContainText(reload);
    expect(await errors()).toHaveLength(1);
  });
}
