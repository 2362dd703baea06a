// A step of the course opens scrolled to its top, however far the previous step was scrolled.
import { expect, FULL, test } from '../page.js';

const next = (page) => page.locator('attention-course button.next');
const scrolled = (page) => page.evaluate(() => scrollY);

async function openStep(page, step, lang) {
  await page.goto(`?lang=${lang}&chapter=${step}`);
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  await expect(page.locator('attention-course .task')).toBeVisible();
}

/**
 * Makes <attention-spotlight> higher, as a part of the page that arrives late does, and waits until other
 * ResizeObservers of it have been called.
 */
const grow = (page) =>
  page.locator('attention-spotlight').evaluate(
    (element) =>
      new Promise((grown) => {
        const { height } = element.getBoundingClientRect();
        const observer = new ResizeObserver(([{ contentRect }]) => {
          if (contentRect.height > height) requestAnimationFrame(grown);
        });
        observer.observe(element);
        element.style.minHeight = `${height + 400}px`;
      }),
  );

for (const step of ['short.3', 'short.8', 'short.11'])
  test(`behind ${step}, scrolled on a phone`, step === 'short.8' ? {} : FULL, async ({ page, complaints }) => {
    void complaints;
    await page.setViewportSize({ width: 390, height: 844 });
    await openStep(page, step, 'zh');
    await page.evaluate(() => scrollTo(0, 60));
    await expect.poll(() => scrolled(page)).toBeGreaterThan(0);
    await next(page).click();
    await expect.poll(() => scrolled(page)).toBe(0);
    await expect(page.locator('attention-course .marks')).toBeInViewport();
  });

test('behind a result that scrolled the page, at once', async ({ page, complaints }) => {
  void complaints;
  await page.setViewportSize({ width: 1280, height: 720 });
  await openStep(page, 'short.6', 'en');
  await page.locator('attention-spotlight').evaluate((element) => {
    element.cell = { matrix: 'attention', row: 1, column: 2 };
  });
  await expect(page.locator('attention-course .task')).toContainText('What you saw:');
  await next(page).click();
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.emulateMedia({ reducedMotion: 'reduce' }); // with reduced motion, scrolling is instantaneous
  await grow(page);
  expect(await scrolled(page)).toBe(0);
});
