// Presentation mode of the element: the scene and the narration (the text about the current stage) in full screen,
// legible from the last row, controlled with a clicker.
import { expect, FULL, sceneOf, setState, stateOf, test } from '../page.js';

const LEDGER = 'lang=en&view=ledger&controls=text,card,play,scrub,cell&stage=tokens&progress=1';
const isPresenting = (page) =>
  page.evaluate(() => ({
    fullscreen: document.fullscreenElement?.localName ?? null,
    covers: (() => {
      const { x, y, width, height } = document.querySelector('attention-spotlight').getBoundingClientRect();
      return x === 0 && y === 0 && width === innerWidth && height === innerHeight;
    })(),
  }));

test.describe('on a projector', () => {
  test.use({ viewport: { width: 1920, height: 1080 } });

  test('only the story is shown, at 28 pixels and more', async ({ page, open }) => {
    await open(LEDGER.replace('tokens', 'softmax'));
    await page.keyboard.press('p');
    await expect.poll(() => isPresenting(page)).toEqual({ fullscreen: 'attention-spotlight', covers: true });
    for (const part of ['.bar', '.timeline', '.notice', '.facts .hint'])
      for (const each of await page.locator(part).all()) await expect(each).toBeHidden();
    await expect(page.getByRole('heading', { name: '6. Softmax' })).toBeVisible();
    const enlargement = await page.evaluate(() => {
      const inner = document.querySelector('attention-spotlight').shadowRoot.querySelector('.presenting');
      return Number(getComputedStyle(inner).zoom);
    });
    const { marks } = await sceneOf(page);
    const sizes = marks.filter(({ kind }) => kind === 'text').map(({ size }) => size * enlargement);
    expect(sizes.length).toBeGreaterThan(40);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(28);
  });
});

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
]) {
  const title = `no slide truncates its text, in either language (${width} × ${height})`;
  test(title, width < 1920 ? {} : FULL, async ({ page, open }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const lang of ['en', 'zh']) {
      await open(LEDGER.replace('lang=en', `lang=${lang}`));
      const overflows = await page.evaluate(async () => {
        const element = document.querySelector('attention-spotlight');
        await element.present();
        const overflows = {};
        for (const stage of element.timeline.stages) {
          element.moment = { stage, progress: 1 };
          await element.updateComplete;
          const aside = element.renderRoot.querySelector('aside');
          const bottoms = [...aside.querySelectorAll('h2, p')].map((each) => each.getBoundingClientRect().bottom);
          // Height in pixels by which the text exceeds the screen, less a margin of 8 pixels at the lower edge.
          overflows[stage] = Math.max(0, Math.ceil(Math.max(...bottoms) - innerHeight + 8));
        }
        return overflows;
      });
      expect(Object.keys(overflows).length).toBeGreaterThan(6);
      expect(overflows, lang).toEqual(Object.fromEntries(Object.keys(overflows).map((stage) => [stage, 0])));
    }
  });
}

test('arrow keys and a clicker move from stage to stage, and Escape ends', async ({ page, open }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(LEDGER);
  await page
    .locator('attention-spotlight')
    .getByRole('button', { name: /^Present/ })
    .click();
  await expect.poll(() => isPresenting(page)).toEqual({ fullscreen: 'attention-spotlight', covers: true });
  for (const [key, stage] of [
    ['ArrowRight', 'embed'],
    ['PageDown', 'project'],
    [' ', 'score'],
    ['PageUp', 'project'],
    ['ArrowLeft', 'embed'],
  ]) {
    await page.keyboard.press(key);
    expect(await stateOf(page)).toMatchObject({ stage, progress: 1 });
  }
  await page.keyboard.press('Escape');
  await expect.poll(() => isPresenting(page)).toEqual({ fullscreen: null, covers: false });
  await expect(page.getByRole('slider', { name: 'Timeline' })).toBeVisible();
});

test('B makes the screen black, and any key shows it again', async ({ page, open }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(LEDGER);
  await page.keyboard.press('p');
  await expect.poll(() => isPresenting(page).then(({ covers }) => covers)).toBe(true);
  const canvas = page.locator('attention-spotlight canvas');
  await page.keyboard.press('b');
  await expect(canvas).toBeHidden();
  await expect(page.locator('attention-spotlight')).toHaveCSS('background-color', 'rgb(0, 0, 0)');
  await page.keyboard.press('PageDown');
  await expect(canvas).toBeVisible();
  expect((await stateOf(page)).stage).toBe('tokens');
  await page.keyboard.press('b');
  await page.keyboard.press('Escape');
  await expect(canvas).toBeVisible();
});

test('after the end it restarts, with the first stage completed', async ({ page, open }) => {
  await open(LEDGER.replace('stage=tokens', 'stage=output'));
  await page.evaluate(() => document.querySelector('attention-spotlight').present());
  expect(await stateOf(page)).toMatchObject({ stage: 'tokens', progress: 1 });
});

for (const [lang, sentence] of [
  ['en', /^This head has moved information into “it”: \d+% from “cat”/],
  ['zh', /^这个头把别处的信息送进了“它”：\d+% 来自“猫”/],
]) {
  const title = `the last slide describes the effect of the head without truncation (${lang})`;
  test(title, lang === 'zh' ? {} : FULL, async ({ page, open }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await open(LEDGER.replace('lang=en', `lang=${lang}`).replace('stage=tokens', 'stage=sum'));
    await page.evaluate(() => document.querySelector('attention-spotlight').present());
    await page.evaluate(
      () => (document.querySelector('attention-spotlight').moment = { stage: 'output', progress: 1 }),
    );
    const said = page.locator('.conclusion');
    await expect(said).toBeVisible();
    await expect(said).toHaveText(sentence);
    const { bottom } = await said.evaluate((each) => each.getBoundingClientRect().toJSON());
    expect(bottom).toBeLessThanOrEqual(720);
  });
}

test('a stage plays to its end, and a second press skips to the end', async ({ page, open }) => {
  await open(`${LEDGER}&speed=0.25`);
  await page.keyboard.press('p');
  await expect.poll(() => isPresenting(page).then(({ covers }) => covers)).toBe(true);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => stateOf(page).then(({ stage }) => stage)).toBe('embed');
  expect((await stateOf(page)).progress).toBeLessThan(1);
  await page.keyboard.press('ArrowRight');
  expect(await stateOf(page)).toMatchObject({ stage: 'embed', progress: 1 });
  await setState(page, { speed: 4 });
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => stateOf(page)).toMatchObject({ stage: 'project', progress: 1 });
});

test('if the browser refuses full screen, the element covers the page', async ({ page, open }) => {
  await page.addInitScript(() => {
    HTMLElement.prototype.requestFullscreen = () => Promise.reject(new TypeError('not allowed'));
  });
  await open(LEDGER);
  await page.keyboard.press('p');
  await expect.poll(() => isPresenting(page)).toEqual({ fullscreen: null, covers: true });
  await page.keyboard.press('Escape');
  await expect.poll(() => isPresenting(page)).toEqual({ fullscreen: null, covers: false });
});

test('in the view of the sentence the keys move from token to token', async ({ page, open }) => {
  await open('lang=en&controls=text&view=sentence&query=3');
  await page.keyboard.press('p');
  await expect.poll(() => isPresenting(page).then(({ covers }) => covers)).toBe(true);
  await page.keyboard.press('PageDown');
  expect((await stateOf(page)).query).toBe(4);
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  expect((await stateOf(page)).query).toBe(2);
});

test('the letter p typed in the sentence is a letter', async ({ page, open }) => {
  await open(LEDGER);
  await page.getByLabel('Sentence', { exact: true }).fill('a');
  await page.getByLabel('Sentence', { exact: true }).press('p');
  expect((await stateOf(page)).text).toBe('ap');
  expect(await isPresenting(page)).toEqual({ fullscreen: null, covers: false });
});
