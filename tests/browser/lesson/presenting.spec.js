// Presentation mode of the page: steps of the course with votes, the training page, "Look inside", the opening question
// before its scene, and notes in a second window.
import { accessibilityFindings, expect, FULL, sceneOf, stateOf, test as base } from '../page.js';

const test = base.extend({
  visit: async ({ page, complaints }, use) => {
    void complaints;
    await use(async (address) => {
      await page.goto(address);
      if (!address.includes('inside=')) await page.evaluate(() => document.querySelector('attention-spotlight')?.ready);
    });
  },
});

/** Presses the key that starts presentation mode, and waits for full screen. */
async function present(page, name) {
  await page.keyboard.press('p');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.localName)).toBe(name);
}

const course = (page) => page.locator('attention-course');
const counts = (page) => course(page).locator('.vote output');

test('a step is its question with votes, its picture and its task; the clicker goes from step to step', async ({
  page,
  visit,
}) => {
  await visit('?lang=en&chapter=short.1');
  await expect(course(page).locator('.body > p')).not.toHaveCount(0);
  await present(page, 'html');
  await expect(page.locator('body > header')).toBeHidden();
  // In presentation mode, the step's text is hidden, because the class listens to the speaker instead of reading.
  await expect(course(page).locator('.body > p')).toHaveCount(0);
  for (const key of ['2', '2', '1', '7']) await page.keyboard.press(key);
  await expect(counts(page)).toHaveText(['1', '2', '0']);
  await course(page).locator('.vote button').nth(2).click();
  await expect(counts(page)).toHaveText(['1', '2', '1']);
  await expect(course(page).locator('.vote .right')).toHaveCount(0);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.evaluate(() => (document.querySelector('attention-spotlight').query = 1)); // does the task of the step
  await expect(course(page).locator('.vote .right')).toHaveText(/less ✓\s*2/);
  await page.keyboard.press('PageDown');
  await expect.poll(async () => (await stateOf(page)).chapter).toBe('short.2');
  await expect(counts(page)).toHaveText(['0', '0', '0']);
  await page.keyboard.press('PageUp');
  await expect(counts(page)).toHaveText(['1', '2', '1']);
  await page.keyboard.press('0');
  await expect(counts(page)).toHaveText(['0', '0', '0']);
  await page.keyboard.press('b');
  await expect(course(page).locator('.vote')).toBeHidden();
  await page.keyboard.press('PageUp'); // there is no previous step
  await page.keyboard.press('b');
  await expect(course(page).locator('.vote')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('body > header')).toBeVisible();
  await expect(course(page).locator('.body > p')).not.toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.dataset.presenting)).toBeUndefined();
});

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
]) {
  const title = `what a task names is on the screen of a class (${width} × ${height})`;
  test(title, FULL, async ({ page, visit }) => {
    await page.setViewportSize({ width, height });
    for (const place of ['softmax.2', 'softmax.3', 'masks.1', 'masks.3', 'masks.4', 'heads.3']) {
      await visit(`?lang=en&chapter=${place}`);
      await present(page, 'html');
      const control = page.locator('attention-spotlight .interventions :is(button, input[type=range], .switch)').last();
      await expect(control, place).toBeInViewport({ ratio: 1 });
      await expect(course(page).locator('.task'), place).toBeInViewport({ ratio: 1 });
    }
  });
}

test('all heads are on the screen of a class, and small texts beside a picture have 24 px', async ({ page, visit }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await visit('?lang=en&controls=all&view=heads');
  await present(page, 'attention-spotlight');
  const last = async () => {
    const { panels } = await sceneOf(page);
    const { y, height } = await page.locator('canvas').boundingBox();
    const { height: whole } = await sceneOf(page);
    return { count: panels.length, below: y + (height * (panels.at(-1).y + panels.at(-1).height)) / whole - 1080 };
  };
  await expect.poll(async () => (await last()).below).toBeLessThanOrEqual(0);
  expect((await last()).count).toBe(24);
  await page.keyboard.press('Escape');
  await visit('?lang=en&chapter=short.8');
  await present(page, 'html');
  const zoom = await page.locator('main').evaluate((main) => Number(getComputedStyle(main).zoom));
  const sizes = await page
    .locator('attention-spotlight aside :is(.hint, .numbers)')
    .evaluateAll((parts) => parts.map((part) => parseFloat(getComputedStyle(part).fontSize)));
  expect(sizes.length).toBeGreaterThan(1);
  for (const size of sizes) expect(size * zoom).toBeGreaterThanOrEqual(23.9);
});

test('in a lecture hall the numbers of a matrix and the words at its edges have 24 px, and are sharp', async ({
  page,
  visit,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await visit('?lang=zh&chapter=masks.1');
  await present(page, 'html');
  const zoom = await page.locator('main').evaluate((main) => Number(getComputedStyle(main).zoom));
  expect(zoom).toBeCloseTo(1.6, 5);
  const { marks } = await sceneOf(page);
  const sizes = marks.filter(({ role }) => role === 'number').map(({ size }) => size * zoom);
  expect(sizes.length).toBe(64);
  const words = marks.filter(({ role }) => /-label$/.test(role)).map(({ size }) => size * zoom);
  expect(words.length).toBe(16);
  expect(Math.min(...sizes, ...words)).toBeGreaterThanOrEqual(24);
  const sharpness = () =>
    page
      .locator('attention-spotlight canvas')
      .evaluate((canvas) => canvas.width / canvas.getBoundingClientRect().width);
  await expect.poll(sharpness).toBeGreaterThan(0.99);
});

test('the speaker’s notes are in a second window, which goes along and has the same keys', async ({ page, visit }) => {
  await visit('?lang=zh&chapter=positions.2');
  await present(page, 'html');
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('n');
  const notes = await opened;
  await expect(notes.locator('h1')).toHaveText('位置 · 2 / 3');
  await expect(notes.locator('body')).toContainText('正弦和余弦'); // the notes are hidden from the class
  await expect(notes.locator('body')).toContainText('更大 / 一样 / 更小');
  await expect(notes.locator('time')).toHaveText(/^\d:\d\d$/);
  await notes.keyboard.press('PageDown');
  await expect.poll(async () => (await stateOf(page)).chapter).toBe('positions.3');
  await expect(notes.locator('h1')).toHaveText('位置 · 3 / 3');
  await notes.getByRole('button', { name: '上一步' }).click();
  await expect.poll(async () => (await stateOf(page)).chapter).toBe('positions.2');
  await page.keyboard.press('Escape');
  await expect.poll(() => notes.isClosed()).toBe(true);
});

test('notes that are opened before the course has drawn its first step follow it', async ({ page, visit }) => {
  await page.addInitScript(() => {
    const { define } = CustomElementRegistry.prototype;
    const drawn = new Promise((resolve) => (globalThis.drawFirstStep = resolve));
    CustomElementRegistry.prototype.define = function (name, { prototype }, ...rest) {
      const { scheduleUpdate } = prototype;
      if (name === 'attention-course') {
        prototype.scheduleUpdate = async function () {
          await drawn;
          await scheduleUpdate.call(this);
        };
      }
      define.call(this, name, prototype.constructor, ...rest);
    };
  });
  await visit('?lang=zh&chapter=positions.2');
  await present(page, 'html');
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('n');
  const notes = await opened;
  await expect(notes.locator('h1')).toHaveText('');
  await page.evaluate(() => globalThis.drawFirstStep());
  await expect(notes.locator('h1')).toHaveText('位置 · 2 / 3');
});

test('behind a vote the clicker reveals the answer before it goes on', async ({ page, visit }) => {
  await visit('?lang=en&chapter=scores.1');
  await present(page, 'html');
  await page.keyboard.press('2');
  await expect(course(page).locator('.vote .right')).toHaveCount(0);
  await page.keyboard.press('PageDown');
  await expect(course(page).locator('.vote .right')).toHaveText(/key 3: \(0, 2\) ✓/);
  expect((await stateOf(page)).chapter).toBe('scores.1');
  await page.keyboard.press('PageDown');
  await expect.poll(async () => (await stateOf(page)).chapter).toBe('scores.2');
  await page.keyboard.press('PageDown'); // nobody has voted
  await expect.poll(async () => (await stateOf(page)).chapter).toBe('scores.3');
});

test('Q shows the QR code of the address, large, and takes it away', async ({ page, visit }) => {
  await visit('?lang=en&chapter=short.2');
  await expect(page).toHaveURL(/stage=/); // the URL contains the displayed state
  await present(page, 'html');
  await page.keyboard.press('q');
  const code = page.locator('.presenting-code svg');
  await expect(code).toBeVisible();
  const { height } = await code.boundingBox();
  await expect(page.locator('.presenting-code p')).toHaveText(page.url());
  expect(height).toBeGreaterThan(0.8 * page.viewportSize().height);
  await page.keyboard.press('q');
  await expect(code).toHaveCount(0);
});

test('the training is presented: the clicker starts and pauses it', async ({ page, visit }) => {
  await visit('training.html?lang=en');
  await expect(page.locator('attention-training canvas').first()).toBeVisible();
  await present(page, 'html');
  const status = () => page.evaluate(() => document.querySelector('attention-training').run?.status);
  await page.keyboard.press('PageDown');
  await expect.poll(status).toBe('playing');
  await page.keyboard.press('Space');
  await expect.poll(status).toBe('paused');
  await page.keyboard.press('Escape');
  await expect(page.locator('body > header')).toBeVisible();
});

test('“Look inside” is presented: the clicker goes through its views', async ({ page, visit }) => {
  await visit('?lang=en&inside=lens&model=stories');
  const current = page.locator('look-inside .views [aria-current]');
  await expect(current).toBeVisible();
  const first = await current.textContent();
  await present(page, 'html');
  await page.keyboard.press('PageDown');
  await expect(current).not.toHaveText(first);
  await page.keyboard.press('PageUp');
  await expect(current).toHaveText(first);
});

test('the first page asks the class before its picture answers', async ({ page, visit }) => {
  await visit('?lang=en');
  await present(page, 'attention-spotlight');
  const sheet = page.locator('.opening-vote');
  await expect(sheet).toContainText('What does “it” refer to');
  for (const key of ['1', '2', '1']) await page.keyboard.press(key);
  await expect(sheet.locator('output')).toHaveText(['2', '1']);
  const covers = () =>
    page.evaluate(() => {
      const { shadowRoot } = document.querySelector('attention-spotlight');
      return shadowRoot.elementFromPoint(innerWidth / 2, innerHeight / 2).className;
    });
  expect(await covers()).toBe('opening-vote');
  await sheet.getByRole('button', { name: 'the mat' }).click();
  await page.keyboard.press('1');
  await page.keyboard.press('PageDown');
  await expect(sheet).toHaveText(/You: the cat 3 · the mat 2/);
  expect(await covers()).not.toBe('opening-vote');
  const before = await stateOf(page);
  await page.keyboard.press('PageDown');
  await expect.poll(async () => (await stateOf(page)).text).toContain('soft');
  await page.keyboard.press('PageUp');
  await expect.poll(async () => (await stateOf(page)).text).toContain('tired');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await expect.poll(async () => (await stateOf(page)).view).toBe('ledger');
  await page.keyboard.press('Escape');
  await expect.poll(() => stateOf(page)).toEqual(before);
  await expect(sheet).toHaveCount(0);
  await page.getByRole('button', { name: 'soft' }).click(); // the sentence is run with the other word
  await expect.poll(async () => (await stateOf(page)).text).toContain('soft');
});

test('the question before the picture has notes and a QR code; a second window ends the whole screen alone', async ({
  page,
  visit,
}) => {
  await visit('?lang=en');
  await present(page, 'attention-spotlight');
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('n');
  const notes = await opened;
  await expect(notes.locator('body')).toContainText('Let everybody vote');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
  await expect(page.locator('.opening-vote')).toBeVisible();
  await notes.keyboard.press('1');
  await expect(page.locator('.opening-vote output')).toHaveText(['1', '0']);
  await notes.keyboard.press('PageDown');
  await expect(notes.locator('body')).toContainText('Nobody has drawn them');
  await page.keyboard.press('q'); // restores full screen
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.localName)).toBe('attention-spotlight');
  const code = page.locator('.presenting-code svg');
  await expect(code).toBeVisible();
  expect((await code.boundingBox()).height).toBeGreaterThan(0.8 * page.viewportSize().height);
  await page.keyboard.press('Q');
  await expect(code).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => notes.isClosed()).toBe(true);
});

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
]) {
  test(
    `a presented story shows what comes next (${width} × ${height})`,
    width === 1280 ? {} : FULL,
    async ({ page, visit }) => {
      await page.setViewportSize({ width, height });
      await visit('?lang=en&model=stories&view=sentence&controls=text,generate,head,card&text=Once upon a time');
      await present(page, 'attention-spotlight');
      const next = page.locator('.continuation li button');
      await expect(next).toHaveCount(5);
      for (const each of await next.all()) await expect(each).toBeInViewport({ ratio: 1 });
      await expect(page.locator('.go-on')).toBeHidden();
      await expect(page.locator('.presenting-keys')).toContainText('N: notes');
      expect(await accessibilityFindings(page)).toEqual([]);
      await page.keyboard.press('q'); // the same key works in the element's and in the page's presentation mode
      await expect(page.locator('.presenting-code svg')).toBeVisible();
    },
  );
}
