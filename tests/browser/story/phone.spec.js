// On a phone, the scene is visible without scrolling, and two buttons open the controls.
import { expect, FULL, strongest, test } from '../page.js';

test.use({ viewport: { width: 390, height: 844 } });

for (const [lang, experiment, causal] of [
  ['en', 'Experiment', 'Causal mask'],
  ['zh', '实验', '因果掩码'],
]) {
  const title = `the lab begins with the picture; heads and experiments open (${lang})`;
  test(title, lang === 'zh' ? {} : FULL, async ({ page, open }) => {
    await open(`lang=${lang}`);
    const canvas = page.locator('canvas').first();
    const { y, height } = await canvas.boundingBox();
    expect(y).toBeLessThan(844 / 2);
    const sheet = await page.locator('.sheet').boundingBox();
    expect(y + height).toBeLessThanOrEqual(sheet.y + 1);
    const heads = page.getByRole('radio', { name: /^(layer 1, head 2|第 1 层第 2 头)/ });
    await expect(heads).toBeHidden();
    await page.locator('[part=bar] [aria-expanded]').click();
    await expect(page.locator('[part=bar]').getByRole('button', { expanded: true })).toBeVisible();
    await expect(heads).toBeAttached();
    const mask = page.getByLabel(causal);
    await expect(mask).toBeHidden();
    await page.getByRole('button', { name: experiment, exact: true }).click();
    await mask.check();
    await page.getByRole('button', { name: experiment, exact: true }).click();
    await expect(mask).toBeHidden();
  });
}

for (const [width, height] of [
  [390, 844],
  [360, 780],
  [412, 915],
  [360, 740],
  [390, 664],
]) {
  test(`the sheet covers nothing of the picture, in any stage (${width} × ${height})`, FULL, async ({ page, open }) => {
    await page.setViewportSize({ width, height });
    for (const [lang, where] of [
      ['en', 'view=ledger&controls=text,card,play,scrub,cell'],
      ['zh', 'view=ledger&controls=text,card,play,scrub,cell'],
      ['en', 'view=steps&controls=all'],
      ['zh', 'view=matrix&controls=all'],
    ]) {
      await open(`lang=${lang}&${where}`);
      for (const stage of ['embed', 'project', 'score', 'scale', 'softmax', 'sum', 'output']) {
        const [canvas, sheet] = await page.evaluate(async (name) => {
          const element = document.querySelector('attention-spotlight');
          element.moment = { stage: name, progress: 1 };
          await element.updateComplete;
          const boxOf = (selector) => element.renderRoot.querySelector(selector).getBoundingClientRect().toJSON();
          return [boxOf('canvas'), boxOf('.sheet')];
        }, stage);
        expect(canvas.bottom, `${lang}, ${where}, ${stage}`).toBeLessThanOrEqual(sheet.top + 1);
        // Height in pixels by which the narration, the text about the current stage, is cut off. There is space for
        // four lines.
        const cut = await page.locator('.narration').evaluate((each) => each.scrollHeight - each.clientHeight);
        expect(cut, `${lang}, ${stage}`).toBeLessThanOrEqual(1);
      }
    }
  });
}

test('the end of a story and the tokens it attends to are on the first screen', async ({ page, open }) => {
  await open('lang=zh&model=stories&view=sentence&controls=text,generate,head,card&text=One day a little girl found a');
  await expect(page.locator('canvas')).toBeInViewport({ ratio: 1 });
  await expect(strongest(page)).toBeInViewport({ ratio: 1 });
});
