// Lesson plans and worksheets: the same steps and numbers as in the course, in both languages, ready to print.
import { accessibilityFindings, expect, FULL, test as base } from '../page.js';

const test = base.extend({
  visit: async ({ page, complaints }, use) => {
    void complaints;
    await use(async (sheet, lang) => {
      await page.goto(`worksheet.html?sheet=${sheet}&lang=${lang}`);
      await expect(page.locator('main h1')).toBeVisible();
    });
  },
});

/** Matrices on the worksheet, as [name, numbers]. */
const matrices = (page) =>
  page
    .locator('.matrix')
    .evaluateAll((all) =>
      all.map((each) => [
        each.querySelector('figcaption').textContent.trim(),
        Array.from(each.querySelectorAll('td'), (cell) => cell.textContent.trim()).join(' '),
      ]),
    );

for (const lang of ['en', 'zh']) {
  const sheetTitle = `a worksheet has empty cells, its answers have the engine’s numbers (${lang})`;
  test(sheetTitle, lang === 'en' ? {} : FULL, async ({ page, visit }) => {
    await visit('worksheet', lang);
    const empty = await matrices(page);
    expect(empty).toHaveLength(12);
    expect(empty.filter(([, numbers]) => numbers.trim() === '')).toHaveLength(7);
    await expect(page.locator('.blank')).toHaveCount(4);
    expect(await page.locator('main').textContent()).not.toContain('☑');
    await visit('answers', lang);
    const solved = (await matrices(page)).map(([, numbers]) => numbers);
    expect(solved.slice(2, 5)).toEqual(['1 3 4', '0.71 2.12 2.83', '0.07 0.31 0.62']); // as in scores.1 and softmax.1
    expect(solved.at(-2)).toBe('0.40 0.40 0.20 0.14 0.28 0.58 0.20 0.40 0.40');
    await expect(page.locator('main')).toContainText('4, 3');
    await expect(page.locator('.quiz b')).toHaveCount(6);
    await expect(page.locator('.beside p b')).toHaveCount(2); // the average and its position
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  const planTitle = `the plans have their minutes, questions and links to the steps (${lang})`;
  test(planTitle, lang === 'zh' ? {} : FULL, async ({ page, visit }) => {
    await visit('talk', lang);
    await expect(page.locator('.plan tbody tr')).toHaveCount(12);
    await visit('lesson', lang);
    const times = await page.locator('.plan tbody th').allTextContents();
    expect(times[0]).toMatch(/^0–\d/);
    expect(times.at(-1)).toMatch(/–45 /);
    expect(await page.locator('main').textContent()).not.toMatch(/[{}]|undefined/);
    for (const row of await page.locator('.plan tbody tr').all()) {
      await expect(row.locator('td').last()).not.toBeEmpty();
      expect(await row.locator('.right').count()).toBe(await row.locator('ul').count());
    }
    const title = { en: 'Scores: q·k by hand', zh: '分数：手算 q·k' }[lang];
    await page.getByRole('link', { name: `${title} 1`, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`chapter=scores.1&lang=${lang}`));
    await expect(page.locator('attention-course .figure')).toBeVisible();
  });
}

test('on paper there is the sheet alone', async ({ page, visit }) => {
  await visit('worksheet', 'en');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('nav')).toBeHidden();
  await expect(page.locator('.quiz')).toBeVisible();
});
