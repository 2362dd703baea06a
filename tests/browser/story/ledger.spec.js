// The panel beside the view “ledger”: the explanation of a number and the result are visible at 1280 × 720 without
// scrolling.
import { expect, FULL, test } from '../page.js';

test.use({ viewport: { width: 1280, height: 720 } });

const LEDGER = 'view=ledger&controls=text,card,play,scrub,cell';

const boxOf = (page, selector) =>
  page
    .locator(selector)
    .first()
    .evaluate((each) => each.getBoundingClientRect().toJSON());

for (const lang of ['en', 'zh']) {
  const reasonTitle = `the reason for subtracting the maximum is above the numbers, and both are visible (${lang})`;
  test(reasonTitle, lang === 'en' ? {} : FULL, async ({ page, open }) => {
    await open(`lang=${lang}&${LEDGER}&stage=softmax`);
    const [panel, note, line] = [
      await boxOf(page, 'aside'),
      await boxOf(page, '[data-note="whyMaximum"]'),
      await boxOf(page, '[data-arithmetic]'),
    ];
    expect(note.bottom).toBeLessThanOrEqual(line.top);
    expect(line.bottom).toBeLessThanOrEqual(panel.bottom);
  });

  const arithmeticTitle = `the arithmetic of a pinned cell is visible (${lang})`;
  test(arithmeticTitle, lang === 'zh' ? {} : FULL, async ({ page, open }) => {
    for (const stage of ['score', 'softmax'])
      for (const [where, seen] of [
        [LEDGER, '.cell'],
        ['view=matrix&controls=all', '.cell .numbers'],
      ]) {
        await open(`lang=${lang}&${where}&stage=${stage}&cell=attention:6:1`);
        await expect(page.locator('.cell.pinned')).toBeVisible();
        const [panel, last] = [await boxOf(page, 'aside'), await boxOf(page, seen)];
        expect(last.bottom, `${where}, ${stage}`).toBeLessThanOrEqual(panel.bottom);
        expect(last.top, `${where}, ${stage}`).toBeGreaterThanOrEqual(panel.top);
      }
  });

  const wordsTitle = `the words that moved in are visible at the end, also beside a pinned cell (${lang})`;
  test(wordsTitle, lang === 'en' ? {} : FULL, async ({ page, open }) => {
    await open(`lang=${lang}&${LEDGER}&stage=output`);
    for (const cell of [null, { matrix: 'attention', row: 6, column: 1 }]) {
      await page.evaluate((each) => (document.querySelector('attention-spotlight').cell = each), cell);
      await expect(page.locator('.cell')).toHaveCount(cell ? 1 : 0);
      await expect(page.locator('.conclusion')).toBeVisible();
      const [panel, conclusion] = [await boxOf(page, 'aside'), await boxOf(page, '.conclusion')];
      expect(conclusion.bottom).toBeLessThanOrEqual(panel.bottom);
    }
  });
}
