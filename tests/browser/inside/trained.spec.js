// A model trained in “Watch it learn” opens in “Look inside” with one click, and can be compared with the model at
// another step.
import { expect } from '../page.js';
import { finished, inspection, open, test } from './inside.js';

/**
 * Trains a model for a few steps and opens it in “Look inside”.
 * @returns its name
 */
async function trained(page, steps) {
  await page.goto('training.html');
  const button = page.getByRole('button', { name: 'Look inside it' });
  await expect(button).toBeDisabled({ timeout: 30_000 });
  for (let each = 0; each < steps; ++each) {
    await page.getByRole('button', { name: 'One step' }).click();
    await expect(page.locator('.status b').first()).toHaveText(String(each + 1));
  }
  await button.click();
  await expect(page).toHaveURL(new RegExp(`inside=heads&model=induction-${steps}`));
  return `induction-${steps}`;
}

test('a trained model opens with one click, and again by itself; its heads are scored without sentences', async ({
  page,
  complaints,
}) => {
  void complaints;
  const first = await trained(page, 1);
  await finished(page, 'heads');
  expect(
    await inspection(page, ({ heads, state }) => [heads.value.heads.length, heads.value.texts, state.model]),
  ).toEqual([8, 0, first]);
  await page.reload(); // the stored model opens again
  await finished(page, 'heads');
  await open(page, 'Knock-out');
  await finished(page, 'knockOut');
  await expect(page.locator('look-inside .choice')).toContainText('over 30 sequences of random tokens');
  await trained(page, 2);
  await finished(page, 'heads');
  await page.locator('look-inside .compare summary').click();
  await page.getByRole('button', { name: `Open ${first}` }).click();
  await expect(page.locator('look-inside .compared figcaption')).toHaveText([
    'A: induction-2',
    'B: induction-1',
    'B − A',
  ]);
  await expect(page.locator('look-inside .view .statement')).toContainText('The pictures differ most at layer');
});
