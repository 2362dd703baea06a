// The sheet of a phone: what a stage computes, pulled up above the player.
import { accessibilityFindings, expect, test } from '../page.js';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const handle = (page) => page.locator('.handle');
const facts = (page) => page.locator('.facts');

test('a swipe pulls it up and down, and the player stays below it', async ({ page, open }) => {
  await open('view=ledger&stage=softmax&lang=en&head=antecedent');
  await expect(handle(page)).toHaveText(/“it” attends most to “cat” \(\d\d%\)\./);
  await expect(facts(page)).toBeHidden();
  const canvas = await page.locator('canvas').boundingBox();
  const swipe = async (by) => {
    const { x, y, width, height } = await handle(page).boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2 + by, { steps: 4 });
    await page.mouse.up();
  };
  await swipe(-90);
  await expect(handle(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(page.locator('.facts .cell')).toBeInViewport();
  const player = await page.locator('.timeline').boundingBox();
  const open_ = await facts(page).boundingBox();
  expect(open_.y + open_.height).toBeLessThanOrEqual(player.y + 1);
  expect(await page.locator('canvas').boundingBox()).toEqual(canvas); // it lies over the picture, which stays
  expect(await accessibilityFindings(page)).toEqual([]);
  await swipe(90);
  await expect(facts(page)).toBeHidden();
});

test('the keyboard opens it, it stays open from stage to stage, and nothing moves without motion', async ({
  page,
  open,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open('view=steps&stage=scale&lang=zh');
  await handle(page).focus();
  await page.keyboard.press('Enter');
  await expect(facts(page)).toBeVisible();
  expect(await facts(page).evaluate((each) => getComputedStyle(each).transitionDuration)).toBe('0s');
  await page.evaluate(() => (document.querySelector('attention-spotlight').stage = 'softmax'));
  await expect(facts(page)).toBeVisible();
  await expect(facts(page)).toContainText('点一个词元作为查询');
  await page.keyboard.press('Enter');
  await expect(facts(page)).toBeHidden();
});

test('on a wide screen there is no handle, and the numbers stand in the panel', async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open('view=steps&stage=softmax&lang=en');
  await expect(handle(page)).toBeHidden();
  await expect(facts(page).locator('.cell')).toBeVisible();
});

test('it is closed in another section: there it would lie over another picture', async ({ page, open }) => {
  await open('view=ledger&stage=output&lang=en&controls=text,card,play,scrub,cell');
  await handle(page).click();
  await expect(facts(page)).toBeVisible();
  await page.locator('nav [data-section=lab]').click();
  await expect(page.getByRole('radio', { name: 'Matrix' })).toBeChecked();
  await expect(facts(page)).toBeHidden();
  await expect(page.locator('canvas')).toBeInViewport({ ratio: 0.6 });
});

for (const [lang, hint] of [
  ['en', 'Tap a token to make it the query.'],
  ['zh', '点一个词元作为查询'],
]) {
  test(`where there are no numbers yet, it says what can be tapped and covers nothing (${lang})`, async ({
    page,
    open,
  }) => {
    await open(`view=ledger&stage=tokens&lang=${lang}&controls=text,card,play,scrub,cell`);
    await expect(handle(page)).toContainText(hint);
    await expect(handle(page)).toBeDisabled();
    const { height, clientHeight, scrollHeight } = await handle(page)
      .locator('span')
      .evaluate(({ clientHeight, scrollHeight, parentElement }) => ({
        height: parentElement.clientHeight,
        clientHeight,
        scrollHeight,
      }));
    expect(height).toBeLessThanOrEqual(46);
    expect(scrollHeight).toBeLessThanOrEqual(clientHeight); // all of it is read
    await expect(facts(page)).toBeHidden();
  });
}
