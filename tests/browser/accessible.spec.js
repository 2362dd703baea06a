// axe finds nothing serious in any view, chapter, language and theme; the keyboard reaches everything.
import { AxeBuilder } from '@axe-core/playwright';
import { PLACES, writePlace } from '../../dist/course/place.js';
import { expect, stateOf, test } from './page.js';

/** The legacy mode opens no page of its own for the summary: half the time. What it leaves out are frames of other origins. */
async function findings(page) {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ html }) => html)
          .slice(0, 3)
          .join(' ')}`,
    );
}

for (const theme of ['light', 'dark']) {
  for (const lang of ['en', 'zh']) {
    test(`axe finds nothing serious in any view (${lang}, ${theme})`, async ({ page, open }) => {
      test.setTimeout(60_000);
      for (const view of ['sentence', 'ledger', 'steps', 'matrix', 'heads', 'numbers']) {
        await open(`view=${view}&lang=${lang}&theme=${theme}&scaling=off&cell=attention:7:1`);
        await page.locator('details.export summary').click();
        expect(await findings(page)).toEqual([]);
      }
    });
  }
}

for (const [first, lang, theme] of [
  [0, 'en', 'dark'],
  [1, 'zh', 'light'],
]) {
  // Every other step: the next one has the same styles.
  test(`axe finds nothing serious in the steps of the course (${lang}, ${theme})`, async ({ page, complaints }) => {
    void complaints;
    test.setTimeout(90_000);
    for (const place of PLACES.filter((_, index) => index % 2 === first)) {
      await page.goto(`?chapter=${writePlace(place)}&lang=${lang}&theme=${theme}`);
      await expect(page.locator('attention-course h2')).toBeVisible();
      await page.evaluate(() => document.querySelector('attention-spotlight').ready);
      expect(await findings(page), writePlace(place)).toEqual([]);
    }
  });
}

test('the keyboard alone can do everything', async ({ page, open }) => {
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
  await reach(by('button', 'Softmax'));
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stateOf(page)).stage).toBe('softmax');
  await reach(page.locator('details.export summary'));
  await page.keyboard.press('Enter');
  await reach(by('button', 'CSV'));
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toBe('spotlight.csv');
});
