// The opening section: a sentence with a question, arcs that answer it, a word to change, and a single next step.
import { expect, FULL, holdBack, sceneOf, stateOf, strongest, test as base } from '../page.js';

const FIRST = {
  en: ['The cat sat on the mat because it was tired', 'The cat sat on the mat because it was soft'],
  zh: ['猫坐在椅子上，因为它累了', '猫坐在椅子上，因为它很软'],
};
const CAPTION = {
  en: [/“it” attends most to “cat” \(\d\d%\)/, /“it” attends most to “mat” \(\d\d%\)/],
  zh: [/“它”最关注“猫”（\d\d%）/, /“它”最关注“椅子”（\d\d%）/],
};

const test = base.extend({
  visit: async ({ page, complaints }, use) => {
    void complaints;
    await use(async (address = '') => {
      await page.goto(address === '' ? '' : `?${address}`);
      await page.evaluate(() => document.querySelector('attention-spotlight').ready);
      await expect(page.locator('aside, [part=caption]').first()).toBeVisible();
    });
  },
});

const section = (page) => page.evaluate(() => document.documentElement.dataset.section);
const arcs = (scene) => scene.marks.filter(({ kind }) => kind === 'path');

for (const [lang, locale] of [
  ['en', 'en-GB'],
  ['zh', 'zh-CN'],
]) {
  test.describe(`in ${lang}`, () => {
    test.use({ locale });

    const title = 'it opens with a sentence of that language, whose arcs grow, and swing when the word changes';
    test(title, lang === 'zh' ? {} : FULL, async ({ page, visit }) => {
      await visit();
      expect(await stateOf(page)).toMatchObject({ text: FIRST[lang][0], view: 'sentence' });
      const { width } = await sceneOf(page);
      const spread = async () =>
        Math.max(...arcs(await sceneOf(page)).map(({ from, curves }) => Math.abs(curves.at(-1).to.x - from.x)));
      await expect.poll(spread).toBeGreaterThan(width / 5);
      await expect(strongest(page)).toHaveText(CAPTION[lang][0]);
      const words = page.locator('#words button');
      await words.nth(1).click();
      await expect(strongest(page)).toHaveText(CAPTION[lang][1]);
      expect((await stateOf(page)).text).toBe(FIRST[lang][1]);
      await expect(words.nth(1)).toHaveAttribute('aria-pressed', 'true');
      await words.nth(0).click();
      await expect(strongest(page)).toHaveText(CAPTION[lang][0]);
    });
  });
}

test('a Chinese interface begins in Chinese: every view, the frame, the element and its examples', async ({
  page,
  visit,
}) => {
  for (const view of ['ledger', 'matrix', 'heads']) {
    await visit(`lang=zh&view=${view}`);
    expect((await stateOf(page)).text).toBe(FIRST.zh[0]);
  }
  await expect(page.locator('.sentence option').nth(1)).toHaveText(FIRST.zh[0]);
  await page.goto('embed.html?lang=zh&view=ledger');
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  expect((await stateOf(page)).text).toBe(FIRST.zh[0]);
  const followed = await page.evaluate(() => {
    const element = document.createElement('attention-spotlight');
    const texts = ['en', 'zh', 'auto'].map((lang) => (element.setAttribute('lang', lang), element.text));
    element.text = '我爱北京';
    element.lang = 'en';
    return [...texts, element.text, ((element.text = null), element.text), ((element.text = ''), element.text)];
  });
  expect(followed).toEqual([FIRST.en[0], FIRST.zh[0], FIRST.en[0], '我爱北京', FIRST.en[0], '']);
});

for (const [width, height] of [
  [1280, 720],
  [390, 844],
]) {
  const title = `picture, caption, word and links are visible without scrolling (${width} × ${height})`;
  test(title, width < 1280 ? {} : FULL, async ({ page, visit }) => {
    await page.setViewportSize({ width, height });
    await visit();
    for (const selector of ['canvas', '.caption', '#question', '#change', '#ways'])
      await expect(page.locator(selector)).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}

test('content below the sentence has its place before the model is loaded', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const letIn = await holdBack(page, '**/*.safetensors');
  await page.goto('');
  const change = page.locator('#change');
  await expect(change).toBeVisible();
  const { y } = await change.boundingBox();
  letIn();
  await expect(strongest(page)).toBeVisible();
  expect((await change.boundingBox()).y).toBe(y);
});

test('the question is about the selected word', async ({ page, visit }) => {
  await visit();
  const question = page.locator('#question');
  const select = (query) => page.locator('attention-spotlight').evaluate((element, at) => (element.query = at), query);
  await expect(question).toContainText('What does “it” refer');
  await select(0);
  await expect(question).toHaveText('Select a word: which words does it attend to?');
  await select(7);
  await expect(question).toContainText('What does “it” refer');
});

test('typing replaces the sentence at once, and selects the most visible pattern', async ({ page, visit }) => {
  await visit();
  await page.getByLabel('Sentence', { exact: true }).fill('The quick brown fox jumps over the lazy dog');
  await expect(strongest(page)).toHaveText(/^“the” attends most to “dog” \(\d\d%\)/);
  await expect(page.locator('#question')).toHaveText('Select a word: which words does it attend to?');
  await expect(page.locator('#words')).toBeHidden(); // a click there would replace the sentence that was typed
});

test('one link leads to the computation, which plays', async ({ page, visit }) => {
  await visit();
  await page.getByRole('button', { name: 'Watch it being computed' }).click();
  await expect.poll(() => section(page)).toBe('computed');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(async () => (await stateOf(page)).progress).toBeGreaterThan(0);
  expect(await stateOf(page)).toMatchObject({ text: FIRST.en[0], view: 'ledger', stage: 'tokens' });
});

test('the next step is the short way, which says how long it is, with the controls that its task needs', async ({
  page,
  visit,
}) => {
  await visit();
  await expect(page.locator('#ways')).toContainText('12 short steps, about 10 minutes');
  await page.getByRole('button', { name: 'See how it works' }).click();
  await expect(page.locator('attention-course h2')).toBeVisible();
  expect(await stateOf(page)).toMatchObject({ chapter: 'short.1', controls: 'cell' });
});

test('a choice made while the course loads is not replaced by it', async ({ page, visit }) => {
  const letIn = await holdBack(page, '**/attention-course*.js');
  await visit();
  await page.getByRole('button', { name: 'See how it works' }).click();
  await page.getByRole('button', { name: 'Lab', exact: true }).click();
  await expect.poll(() => section(page)).toBe('lab');
  letIn();
  await expect(page.locator('attention-course')).toBeAttached();
  expect(await stateOf(page)).toMatchObject({ chapter: '', controls: 'all' });
});

test('the lab has every control; the sentence is one click away', async ({ page, visit }) => {
  await visit();
  await page.getByRole('button', { name: 'Lab', exact: true }).click();
  await expect.poll(() => section(page)).toBe('lab');
  const { view, stage, progress, text, head } = await stateOf(page);
  expect({ view, stage, progress, text, head }).toEqual({
    view: 'matrix',
    stage: 'output',
    progress: 1,
    text: FIRST.en[0],
    head: 'auto',
  });
  await page.getByRole('checkbox', { name: 'Causal mask' }).check();
  await expect(page.getByText('Export', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sentence', exact: true }).click();
  await expect.poll(() => section(page)).toBe('sentence');
  expect(await stateOf(page)).toMatchObject({ view: 'sentence', causal: false, text: FIRST.en[0] });
});

test('each section reopens after a reload, also in its initial state', async ({ page, visit }) => {
  await visit();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  for (const [name, address] of [
    ['Lab', /view=matrix/],
    ['How it is computed', /controls=text.*play/],
    ['Sentence', /^$/],
    ['Learn', /chapter=short\.1/],
  ]) {
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name, exact: true }).click();
    await page.evaluate(() => {
      const element = document.querySelector('attention-spotlight');
      element.pause();
      element.progress = Math.round(element.progress); // URLs contain three decimals only.
    });
    await expect.poll(() => new URL(page.url()).search).toMatch(address);
    await expect(page).not.toHaveURL(/progress=0\./);
    const [opened, state] = [await section(page), await stateOf(page)];
    await page.reload();
    await page.evaluate(() => document.querySelector('attention-spotlight').ready);
    expect([await section(page), await stateOf(page)]).toEqual([opened, state]);
  }
});

test('the URL of the lab names the lab, with an explicit language too', FULL, async ({ page, visit }) => {
  await visit('lang=zh');
  await page.getByRole('button', { name: '实验室', exact: true }).click();
  await page.getByText('步骤', { exact: true }).click();
  await expect.poll(() => section(page)).toBe('lab');
  await expect.poll(() => new URL(page.url()).search).toContain('controls=all');
  await page.reload();
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  expect(await section(page)).toBe('lab');
});

test('a URL with only a language opens the sentence in it; one with a state opens the lab', async ({ page, visit }) => {
  await visit('lang=zh&theme=light');
  expect(await stateOf(page)).toMatchObject({ view: 'sentence', text: FIRST.zh[0], lang: 'zh', theme: 'light' });
  await visit('stage=softmax&view=matrix');
  expect(await section(page)).toBe('lab');
});

test('a URL with only a text opens it as a sentence; the lab’s URL of the same text opens the lab', async ({
  page,
  visit,
}) => {
  const text = 'The dog lost its ball';
  await visit(`text=${text}`);
  expect(await section(page)).toBe('sentence');
  expect(await stateOf(page)).toMatchObject({ view: 'sentence', text });
  await expect(strongest(page)).toHaveText(/attends most to/);
  await visit(`text=${text}&controls=all`);
  expect(await section(page)).toBe('lab');
  await page.getByLabel('Sentence', { exact: true }).fill(`${text} again`);
  await expect.poll(() => new URL(page.url()).search).toMatch(/again.*controls=all/);
});

for (const lang of ['en', 'zh']) {
  const title = `the header is one row, with its names in full, from 320 to 2,560 px (${lang})`;
  test(title, lang === 'en' ? {} : FULL, async ({ page, visit }) => {
    await visit(`lang=${lang}`);
    for (const name of [lang === 'en' ? 'Lab' : '实验室', lang === 'en' ? 'Sentence' : '句子']) {
      await page.getByRole('navigation').getByRole('button', { name, exact: true }).click();
      for (const width of [320, 390, 600, 601, 820, 1000, 1200, 1280, 1920, 2560]) {
        await page.setViewportSize({ width, height: 800 });
        const { rows, cut, overflows } = await page.evaluate(() => {
          const rowOf = (each) =>
            Math.round((each.getBoundingClientRect().top + each.getBoundingClientRect().bottom) / 20);
          const shown = [...document.querySelectorAll('header > :is(h1, nav, button), #language')].filter(
            (each) => each.getBoundingClientRect().width > 1 && getComputedStyle(each).position !== 'absolute',
          );
          return {
            rows: new Set(shown.map(rowOf)).size,
            cut: [...document.querySelectorAll('nav > *')].filter(
              ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
            ).length,
            overflows: document.documentElement.scrollWidth > innerWidth,
          };
        });
        // Expected number of rows of the header. On a phone, the first page shows the name of the site in a separate
        // row.
        const expected = width <= 600 && ['Sentence', '句子'].includes(name) ? 2 : 1;
        expect([width, rows, cut, overflows]).toEqual([width, expected, 0, false]);
      }
      await page.setViewportSize({ width: 1280, height: 720 });
    }
  });
}

test('on a phone the field shows the whole sentence', async ({ page, visit }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit('lang=en');
  const hidden = await page
    .getByLabel('Sentence', { exact: true })
    .evaluate((field) => [field.scrollWidth - field.clientWidth, field.scrollHeight - field.clientHeight]);
  expect(hidden).toEqual([0, 0]);
});

test('on a large screen the sentence fills the width', FULL, async ({ page, visit }) => {
  for (const width of [1280, 1920, 2560]) {
    await page.setViewportSize({ width, height: (width * 9) / 16 });
    await visit('lang=en');
    const { marks } = await sceneOf(page);
    const words = marks.filter(({ kind, text }) => kind === 'text' && /^[a-z]+$/i.test(text));
    const spread = Math.max(...words.map(({ x }) => x)) - Math.min(...words.map(({ x }) => x));
    expect(spread / width, String(width)).toBeGreaterThan(0.6);
  }
});

test('the language button translates the sentence too, with its last word', async ({ page, visit }) => {
  await visit();
  await page.locator('#words button').nth(1).click();
  await page.locator('#language').click();
  await expect(strongest(page)).toHaveText(CAPTION.zh[1]);
  expect((await stateOf(page)).text).toBe(FIRST.zh[1]);
});

test('with reduced motion the arcs are complete at once, and nothing pulses', FULL, async ({ page, visit }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit();
  const [arc] = arcs(await sceneOf(page)).slice(-1);
  expect(Math.abs(arc.curves.at(-1).to.x - arc.from.x)).toBeGreaterThan(200);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});
