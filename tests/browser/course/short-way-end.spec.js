// End of the course's short way (its quick tour of 12 steps): a summary, the quiz, and the list of chapters.
import { expect, stateOf, test } from '../page.js';

for (const [lang, width, height] of [
  ['en', 1280, 720],
  ['zh', 390, 844],
])
  test(`the short way has an end (${lang}, ${width} px)`, async ({ page, complaints }) => {
    void complaints;
    await page.setViewportSize({ width, height });
    await page.goto(`?lang=${lang}&chapter=short.12`);
    const course = page.locator('attention-course');
    await expect(course.locator('.task')).toBeVisible();
    await course.locator('button.next').click();
    await expect(course.locator('.parts li')).toHaveCount(6);
    await expect(course.locator('.parts')).toBeInViewport({ ratio: 1 });
    await expect(course.getByText(/min left|约剩/)).toHaveCount(0);
    await expect(page.locator('course-summary li')).toHaveCount(12);
    await page.locator('attention-course nav button').first().click();
    await expect(course.locator('.task')).toBeVisible();
    await course.locator('button.next').click();
    await course.locator('button.next').click();
    expect((await stateOf(page)).chapter).toBe('end.2');
  });
