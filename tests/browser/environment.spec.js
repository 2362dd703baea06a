// The page in different environments: network, builds, languages, screens, URLs.
import fc from 'fast-check';
import { states } from '../view/states.mjs';
import { toQuery } from '../../dist/element/state/properties.js';
import { VIEW_NAMES } from '../../dist/view/views/index.js';
import { axisLabels, expect, holdBack, isFull, setState, stateOf, test } from './page.js';

test('the page requests only its own files, and works offline', async ({ page, open, allLoaded, context, baseURL }) => {
  const requested = [];
  page.on('request', (request) => requested.push(request.url()));
  await open('stage=softmax&progress=1');
  expect(requested.every((url) => url.startsWith(baseURL))).toBe(true);
  expect(requested.filter((url) => url.endsWith('.wasm'))).toHaveLength(1);
  await allLoaded();
  await context.setOffline(true);
  const before = requested.length;
  await page.getByLabel('Sentence', { exact: true }).fill('works without any network');
  await expect.poll(async () => (await axisLabels(page)).left).toEqual(['works', 'without', 'any', 'network']);
  await page.getByRole('button', { name: 'Weighted sum' }).click();
  expect(requested).toHaveLength(before);
});

// Names of scripts, without the hash, that every page's first view needs: the element's texts in one language, and the
// code that these texts share.
const TEXTS = ['element', 'head-patterns', 'head-patterns', 'numbers'];

for (const [name, parts] of [
  ['index', [...TEXTS, 'first-files', 'page', 'rolldown-runtime', 'sentence-view']],
  ['embed', [...TEXTS, 'first-files', 'rolldown-runtime']],
]) {
  test(`the first view of ${name}.html requests few scripts, and none that is needed later only`, async ({ page }) => {
    await page.addInitScript(() => {
      const requested = () => performance.getEntriesByType('resource').map((entry) => entry.name.split('/').at(-1));
      document.addEventListener('ready', () => (globalThis.first = requested()), { capture: true });
    });
    await page.goto(`${name}.html?lang=en`);
    await page.waitForFunction(() => globalThis.first);
    const scripts = (await page.evaluate(() => globalThis.first)).filter((file) => file.endsWith('.js'));
    expect(scripts.length).toBeLessThanOrEqual(6 + parts.length);
    // A script's file name contains the names of the pages that load it. Other names are those of scripts that the
    // first view of every page needs.
    const others = scripts.filter((file) => !file.split('-').includes(name));
    expect(others.map((file) => file.replace(/-.{8}\.js$/, '')).sort()).toEqual(parts.toSorted());
  });
}

test('the default model is asked for once, before the scripts have run, and only where it is shown', async ({
  page,
}) => {
  const requested = [];
  page.on('request', (request) => requested.push(request.url()));
  const timesOf = (pattern) => requested.filter((url) => pattern.test(url)).length;
  for (const address of ['index.html', 'embed.html']) {
    requested.length = 0;
    await page.goto(address);
    await page.evaluate(() => document.querySelector('attention-spotlight').ready);
    expect(timesOf(/\/model-[^/]*\.safetensors/), address).toBe(1);
    const first = (pattern) => requested.findIndex((url) => pattern.test(url));
    expect(first(/\.safetensors/), address).toBeLessThan(first(/\.wasm/)); // the scripts request it first
  }
  requested.length = 0;
  await page.goto('?inside');
  await expect(page.locator('look-inside .start')).toBeVisible();
  expect(timesOf(/\.safetensors/)).toBe(0);
});

test('parts of other views load after the first picture, and then no view requests anything', async ({
  page,
  open,
  allLoaded,
}) => {
  const requested = [];
  page.on('request', (request) => requested.push(request.url()));
  await open('lang=en');
  await allLoaded();
  expect(requested.filter((url) => /heads-view|ledger-view|cell-card/.test(url))).toHaveLength(3);
  const before = requested.length;
  for (const view of VIEW_NAMES) await setState(page, { view });
  await setState(page, { view: 'ledger', matrices: true, cell: { matrix: 'embedding', row: 0, column: 0 } });
  expect(requested.slice(before)).toEqual([]);
});

for (const [build, limit] of [
  ['relaxed', Infinity],
  ['simd', 35],
]) {
  test(`the ${build} build computes`, async ({ page, open }) => {
    const files = [];
    page.on('request', (request) => request.url().endsWith('.wasm') && files.push(request.url()));
    // To emulate a browser without relaxed SIMD, validation fails for the longer of the two modules with which the page
    // tests for it.
    await page.addInitScript((most) => {
      const { validate } = WebAssembly;
      WebAssembly.validate = (bytes) => bytes.length <= (most ?? Infinity) && validate.call(WebAssembly, bytes);
    }, limit);
    await open();
    expect(files.join()).toContain(`spotlight-${build}`);
    await expect(
      page
        .getByText(/into “it”: (8\d|9\d)% from “cat”/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
  });
}

test('a browser without WebAssembly SIMD gets a clear message', async ({ page }) => {
  await page.addInitScript(() => {
    WebAssembly.validate = () => false;
  });
  await page.goto('?lang=en');
  await expect(page.getByText(/Spotlight needs WebAssembly with SIMD and exceptions/)).toBeVisible();
  await page.goto('?lang=zh');
  await expect(page.getByText(/需要支持 SIMD 和异常处理的 WebAssembly/)).toBeVisible();
});

test('an engine that fails to load is reported', async ({ page }) => {
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.goto('?lang=en');
  await expect(page.getByText(/Loading failed.*404/)).toBeVisible();
});

test('a browser without a canvas is reported', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto('?controls=all&lang=en&view=matrix');
  const message = 'canvas: expected a 2d context of the browser, got none';
  const ready = () =>
    page.evaluate(() =>
      document.querySelector('attention-spotlight').ready.then(
        () => 'ready',
        (error) => error.message,
      ),
    );
  expect(await ready()).toBe(message);
  await expect(page.locator('attention-spotlight').getByRole('alert')).toContainText(message);
  await page.evaluate(() => (document.querySelector('attention-spotlight').text = 'another text'));
  await expect(page.locator('attention-spotlight').getByRole('alert')).toContainText(message);
  await page.evaluate(() => (document.querySelector('attention-spotlight').view = 'numbers'));
  await expect(page.locator('attention-spotlight').getByRole('table').first()).toBeVisible();
  await expect(page.locator('attention-spotlight').getByRole('alert')).toHaveCount(0);
});

test('an element that is edited and moved while its model loads shows the result, and is ready once', async ({
  page,
}) => {
  await page.addInitScript(() => {
    globalThis.readyTimes = 0;
    // The listener is registered for the capture phase, since the element's 'ready' event does not bubble.
    document.addEventListener('ready', () => globalThis.readyTimes++, true);
  });
  const letIn = await holdBack(page, '**/*.safetensors');
  await page.goto('?lang=en');
  const sentence = page.getByLabel('Sentence', { exact: true });
  await sentence.fill('again');
  await sentence.pressSequentially(' and again');
  await page.locator('attention-spotlight').evaluate((element) => element.parentNode.append(element));
  letIn();
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  expect(await page.evaluate(() => document.querySelector('attention-spotlight').run.tokens.length)).toBe(3);
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => globalThis.readyTimes)).toBe(1);
});

test.describe('a Chinese browser', () => {
  test.use({ locale: 'zh-CN' });
  test('gets Chinese and can switch to English', async ({ page }) => {
    await page.goto('');
    await page.evaluate(() => document.querySelector('attention-spotlight').ready);
    await expect(page.getByRole('heading', { name: 'Spotlight 聚光灯' })).toBeVisible();
    await expect(page.getByText('由代词指向它所指的词').first()).toBeVisible();
    const said = await page.locator('attention-spotlight').evaluate((element) => element.shadowRoot.textContent);
    expect(said).toMatch(/\d%/);
    expect(said).not.toMatch(/\d\s%|[，。：；？！] +\p{Script=Han}/u); // there are no spaces, as there would be in English
    expect((await stateOf(page)).text).toBe('猫坐在椅子上，因为它累了');
    await page.getByRole('button', { name: 'Switch to English' }).click();
    expect((await stateOf(page)).text).toBe('The cat sat on the mat because it was tired');
    await expect(page.getByText('Attends from a pronoun to what it refers to').first()).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });

  test('gets full-width quotation marks and ellipses, unlike an English one', async ({ page }) => {
    await page.goto('');
    await expect(page.locator('attention-spotlight .side')).toBeVisible();
    /** Widths of a text, in em: in the font of the element's side panel, and in the font of the page. */
    const widths = (text) =>
      page.locator('attention-spotlight').evaluate(
        (element, textContent) =>
          [element.shadowRoot.querySelector('.side'), document.body].map((place) => {
            const span = Object.assign(document.createElement('span'), { textContent });
            span.style.cssText = 'position: absolute; font-size: 100px; white-space: nowrap';
            place.append(span);
            const { width } = span.getBoundingClientRect();
            span.remove();
            return width / 100;
          }),
        text,
      );
    await expect.poll(() => widths('字“字”字……')).toEqual([7, 7]);
    await page.getByRole('button', { name: 'Switch to English' }).click();
    await expect.poll(async () => Math.max(...(await widths('字“字”字……')))).toBeLessThan(6.9);
  });
});

test('the theme can be switched', async ({ page, open }) => {
  await open();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await background();
  await page.getByRole('button', { name: 'Light or dark theme' }).click();
  await expect.poll(background).not.toBe(dark);
});

test('nothing overflows a screen of 360, 768 or 1600 pixels', async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await open('lang=zh');
  for (const width of [360, 768, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('the URL holds the state', async ({ page, open }) => {
  await open('stage=softmax&progress=1');
  await page.getByLabel('Sentence', { exact: true }).fill('我爱 Spotlight & <b>');
  await page.getByRole('radio', { name: 'layer 1, head 2' }).check({ force: true });
  await page.getByRole('checkbox', { name: 'Causal mask' }).check();
  await expect(page).toHaveURL(/head=1/);
  await expect(page).toHaveURL(/causal=on/);
  const before = await stateOf(page);
  await page.reload();
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  expect(await stateOf(page)).toEqual(before);
});

test('an element that is removed and inserted again keeps working', async ({ page, open }) => {
  await open('stage=softmax&progress=1');
  await page.evaluate(() => {
    const element = document.querySelector('attention-spotlight');
    const parent = element.parentNode;
    element.remove();
    parent.append(element);
    element.text = 'back again';
  });
  await expect.poll(async () => (await axisLabels(page)).left).toEqual(['back', 'again']);
});

test('`controls` lists the available controls', async ({ page, open }) => {
  await open('controls=play');
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  await expect(page.getByLabel('Sentence', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('slider')).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});

test('any state survives a round trip through the page’s URL', async ({ page, open }) => {
  for (const state of fc.sample(states, { numRuns: isFull ? 12 : 4, seed: 7 })) {
    await page.goto(`?${toQuery(state)}`);
    await expect.poll(() => stateOf(page)).toEqual(state);
  }
  await open();
});

test('without Intl.Segmenter Chinese is split into characters, and the page says so', async ({ page, open }) => {
  await page.addInitScript(() => {
    delete Intl.Segmenter;
  });
  await open('lang=zh&text=猫坐在 mat 上');
  const words = () => page.locator('attention-spotlight').evaluate(({ run }) => run.tokens.map(({ text }) => text));
  expect(await words()).toEqual(['猫', '坐', '在', 'mat', '上']);
  const notice = page.getByText('这个浏览器没有 Intl.Segmenter');
  await expect(notice).toBeVisible();
  await page.locator('attention-spotlight').evaluate((element) => (element.text = 'no Chinese'));
  await expect(notice).toBeHidden();
});
