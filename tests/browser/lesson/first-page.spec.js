// The first page at several sizes: the next step is visible without scrolling, a navigation bar that can be scrolled
// shows an arrow, and the count is legible in a lecture hall.
import { expect, FULL, test } from '../page.js';

for (const [width, height] of [
  [1280, 720],
  [1366, 768],
  [1920, 1080],
]) {
  for (const lang of ['en', 'zh']) {
    const title = `the next step and where things are computed are on the first screen (${lang}, ${width} × ${height})`;
    test(title, width === 1366 ? {} : FULL, async ({ page, complaints }) => {
      void complaints;
      await page.setViewportSize({ width, height });
      await page.goto(`?lang=${lang}`);
      await page.evaluate(() => document.querySelector('attention-spotlight').ready);
      for (const button of await page.locator('#words button, #ways button').all())
        await expect(button).toBeInViewport({ ratio: 1 });
      await expect(page.locator('#offline')).toBeInViewport({ ratio: 1 });
    });
  }
}

/**
 * CSS content of the arrow that is drawn before or after the links of the navigation bar; 'none' if there is no arrow.
 */
const arrow = (page, which) =>
  page.locator('nav').evaluate((nav, pseudo) => getComputedStyle(nav, pseudo).content, `::${which}`);

test('on a phone, arrows say where the navigation goes on', async ({ page, complaints }) => {
  void complaints;
  await page.setViewportSize({ width: 390, height: 844 });
  for (const lang of ['en', 'zh']) {
    await page.goto(`?lang=${lang}`);
    await expect.poll(() => arrow(page, 'after')).toContain('›');
    expect(await arrow(page, 'before')).toBe('none');
    await page.locator('nav').evaluate((nav) => nav.scrollTo(nav.scrollWidth, 0));
    await expect.poll(() => arrow(page, 'after')).toBe('none');
    expect(await arrow(page, 'before')).toContain('›');
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect.poll(() => arrow(page, 'before')).toBe('none');
});

test('at 1920 px everything that is said of the head has 21 px or more', async ({ page, complaints }) => {
  void complaints;
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('?lang=zh');
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  const sizes = await page
    .locator('[part=caption] p')
    .evaluateAll((all) => all.filter((each) => each.checkVisibility()).map((each) => getComputedStyle(each).fontSize));
  expect(sizes.length).toBeGreaterThan(3);
  for (const size of sizes) expect(parseFloat(size)).toBeGreaterThanOrEqual(21);
});
