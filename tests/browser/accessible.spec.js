// Accessibility: axe finds no serious issue in any view, chapter, language and theme, and everything can be reached by
// keyboard.
import { PLACES, writePlace } from '../../dist/course/place.js';
import { VIEW_NAMES } from '../../dist/view/views/index.js';
import { accessibilityFindings, expect, FULL, setState, stateOf, test } from './page.js';

const findings = (page) => accessibilityFindings(page, { impacts: ['serious', 'critical'] });

for (const [lang, theme] of [
  ['en', 'dark'],
  ['zh', 'light'],
  ['en', 'light'],
  ['zh', 'dark'],
]) {
  const options = lang === 'en' && theme === 'dark' ? {} : FULL;
  test(`axe finds no serious issue in any view (${lang}, ${theme})`, options, async ({ page, open }) => {
    await open(`view=sentence&lang=${lang}&theme=${theme}&scaling=off&cell=attention:7:1`);
    await page.locator('[part=export] summary').click();
    for (const view of VIEW_NAMES) {
      await setState(page, { view });
      await expect(page.locator('[part=export]')).toHaveAttribute('open');
      expect(await findings(page), view).toEqual([]);
    }
  });
}

for (const [lang, theme] of [
  ['en', 'dark'],
  ['zh', 'light'],
]) {
  const title = `axe finds no serious issue in the steps of the course (${lang}, ${theme})`;
  test(title, FULL, async ({ page, complaints }) => {
    void complaints;
    test.slow();
    await page.goto(`?chapter=${writePlace(PLACES[0])}&lang=${lang}&theme=${theme}`);
    await page.evaluate(() => document.querySelector('attention-spotlight').ready);
    for (const place of PLACES) {
      await expect.poll(async () => (await stateOf(page)).chapter).toBe(writePlace(place));
      expect(await findings(page), writePlace(place)).toEqual([]);
      await page.locator('attention-course button.next').click();
    }
  });
}

test('everything works with the keyboard alone', async ({ page, open }) => {
  await open('text=I like deep learning&attention=encoder&layer=0&head=1');
  const reach = async (locator) => {
    for (let tab = 0; tab < 80; tab++) {
      if (await locator.evaluate((element) => element.getRootNode().activeElement === element)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('Tab does not reach it');
  };
  const by = (role, name) => page.getByRole(role, { name });
  await reach(page.getByLabel('Sentence', { exact: true }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('one two three');
  await expect.poll(async () => (await stateOf(page)).text).toBe('one two three');
  await reach(by('radio', 'Steps'));
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await stateOf(page)).view).toBe('matrix');
  await reach(by('radio', 'layer 1, head 2'));
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await stateOf(page)).head).toBe(2);
  await reach(by('checkbox', 'Causal mask'));
  await page.keyboard.press('Space');
  await expect.poll(async () => (await stateOf(page)).causal).toBe(true);
  await reach(page.getByLabel('Temperature'));
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await stateOf(page)).temperature).toBeGreaterThan(1);
  await reach(by('button', 'Edit mask'));
  await page.keyboard.press('Enter');
  await reach(page.locator('canvas'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stateOf(page)).mask.length).toBe(1);
  await page.keyboard.press('+');
  await expect.poll(async () => (await stateOf(page)).zoom.factor).toBeGreaterThan(1);
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await stateOf(page)).cell).toBeNull();
  await reach(page.getByRole('button', { name: 'Softmax', exact: true }));
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stateOf(page)).stage).toBe('softmax');
  await reach(page.locator('[part=export] summary'));
  await page.keyboard.press('Enter');
  await reach(by('button', 'CSV'));
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toBe('spotlight.csv');
});
