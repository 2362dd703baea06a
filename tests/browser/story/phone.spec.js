// On a phone: the picture is on the first screen, what changes it behind two buttons.
import { expect, test } from '../page.js';

test.use({ viewport: { width: 390, height: 844 } });

for (const [lang, experiment, causal] of [
  ['en', 'Experiment', 'Causal mask'],
  ['zh', '实验', '因果掩码'],
]) {
  test(`the lab begins with the picture; heads and experiments open (${lang})`, async ({ page, open }) => {
    await open(`lang=${lang}`);
    const canvas = page.locator('canvas').first();
    const { y, height } = await canvas.boundingBox();
    expect(y).toBeLessThan(844 / 2);
    const player = await page.locator('.timeline').boundingBox();
    expect(y + height).toBeLessThanOrEqual(player.y + 1);
    const heads = page.getByRole('radio', { name: /^(layer 1, head 2|第 1 层第 2 头)/ });
    await expect(heads).toBeHidden();
    await page.locator('.bar .drawer').click();
    await expect(page.locator('.bar .drawer')).toHaveAttribute('aria-expanded', 'true');
    await expect(heads).toBeAttached();
    const mask = page.getByLabel(causal);
    await expect(mask).toBeHidden();
    await page.getByRole('button', { name: experiment, exact: true }).click();
    await mask.check();
    await page.getByRole('button', { name: experiment, exact: true }).click();
    await expect(mask).toBeHidden();
  });
}
