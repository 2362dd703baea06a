// The panel beside the canvas: a fade indicates that text continues below its edge, and the important part stays
// visible.
import { cellCard, consequence, expect, experiment, FULL, sidePanel, test } from '../page.js';

const LEDGER = 'view=ledger&controls=text,card,play,scrub,cell';

/**
 * Height of a scrollable panel's content that is hidden below its lower edge, and height of the fade that indicates it.
 */
const belowEdge = (panel) =>
  panel.evaluate((each) => {
    const { height, position } = getComputedStyle(each, '::after');
    return { hidden: each.scrollHeight - each.clientHeight, fade: position === 'sticky' ? parseFloat(height) : 0 };
  });

/** Expects an element to be completely inside a panel and not covered. */
const expectInSight = async (locator, panel) => {
  const [box, around] = [await locator.boundingBox(), await panel.boundingBox()];
  expect(box.y).toBeGreaterThanOrEqual(around.y);
  expect(box.y + box.height).toBeLessThanOrEqual(around.y + around.height);
};

for (const [name, width, height, query] of [
  ['the lab', 1400, 900, 'view=matrix'],
  ['the ledger', 1280, 720, LEDGER],
]) {
  test(`text that continues below the edge fades out there, up to its end (${name})`, async ({ page, open }) => {
    await page.setViewportSize({ width, height });
    await open(`lang=en&${query}&stage=output&text=The cat sat on the mat because it was tired`);
    const panel = sidePanel(page);
    await expect(consequence(page)).toBeAttached();
    const { hidden, fade } = await belowEdge(panel);
    expect(hidden).toBeGreaterThan(0);
    expect(fade).toBeGreaterThan(20);
    expect(fade).toBeLessThan(40); // the text above the fade is legible
    await panel.evaluate((each) => each.scrollTo(0, each.scrollHeight));
    const [last, edge] = [await consequence(page).boundingBox(), await panel.boundingBox()];
    expect(last.y + last.height).toBeLessThanOrEqual(edge.y + edge.height - fade / 2);
  });
}

for (const lang of ['en', 'zh']) {
  test(
    `after ablating a head, the control that restores it is visible (${lang})`,
    lang === 'zh' ? {} : FULL,
    async ({ page, open }) => {
      await page.setViewportSize({ width: 1400, height: 900 });
      await open(`lang=${lang}&view=matrix&ablate=encoder.3.0`);
      const panel = experiment(page);
      const reset = page.getByRole('button', { name: /^(Reset|全部还原)$/ });
      await expectInSight(reset, panel);
      await expectInSight(page.getByLabel(/Show difference|显示差异/), panel);
      await page.setViewportSize({ width: 1280, height: 720 });
      await expectInSight(reset, panel);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(reset).toBeVisible();
    },
  );
}

test('all terms of a sum scroll above their button, and the result is in the heading', async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(`lang=en&${LEDGER}&stage=score&cell=attention:7:1`);
  await page.getByRole('button', { name: 'Show all terms' }).click();
  const panel = sidePanel(page);
  const heading = cellCard(page).getByRole('heading');
  const [, result] = (await page.locator('[data-arithmetic]').textContent()).match(/ [=≈] (−?[\d.]+)$/);
  await expect(heading).toHaveText(`it → cat = ${result}`);
  const sum = page.getByRole('group', { name: 'Arithmetic' });
  for (const part of [heading, sum, page.getByRole('button', { name: 'Show the largest terms only' })])
    await expectInSight(part, panel);
  const { hidden, fade } = await belowEdge(sum);
  expect(hidden).toBeGreaterThan(0);
  expect(fade).toBeGreaterThan(15);
});
