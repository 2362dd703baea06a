// “Look inside” shows the first layer of a large model while the other layers are still being read, and also if they
// cannot be read.
import { accessibilityFindings, expect } from '../page.js';
import { inspection, test } from './inside.js';
import { openLarge } from './large-gpt2.js';

const SMALL = { embedDim: 256, heads: 8, layers: 2, vocabulary: 50_257 }; // the file still has 80 MB
const DEFAULT = 'The animal did not cross the street because it was too tired';
const first = (page) => page.locator('look-inside .first');
const heads = (page) => first(page).getByRole('button');
const message = (page) => page.locator('look-inside .message');
const rows = (page) => first(page).locator('.map text');

test('the first layer is drawn before the rest has been read, and its text and head stay', async ({
  page,
  inside,
  complaints,
}) => {
  void complaints;
  await inside('inside');
  await openLarge(page, { embedDim: 512, heads: 8, layers: 6, vocabulary: 50_257 });
  await expect(page.locator('look-inside .ask .token')).toBeVisible({ timeout: 60_000 });
  const seen = await page.evaluate(() => window.seen);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen[0]).toBeLessThan(0.5);
  await expect(first(page)).toHaveCount(0);
  await expect(page.locator('look-inside .ask .text')).toHaveValue(DEFAULT);
  expect(await inspection(page, ({ answer }) => answer.value.tokens.length)).toBeGreaterThan(10);
});

test('where the rest cannot be read, the first layer stays, on any text', async ({ page, inside, complaints }) => {
  void complaints;
  await inside('inside');
  const change = (header) => header.replace('"h.1.ln_2.bias"', '"h.1.ln_3.bias"');
  await openLarge(page, { ...SMALL, change });
  await expect(message(page)).toHaveText(
    'This model cannot be opened. weights: expected a tensor h.1.ln_2.bias, got none',
  );
  await expect(first(page)).toContainText('Without the other layers, nothing can be predicted.');
  await expect(heads(page)).toHaveCount(8);
  await expect(rows(page).first()).toBeVisible();
  const before = await rows(page).count();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('The dog');
  await expect.poll(() => rows(page).count()).toBeLessThan(before);
  // Selects a head of the first layer and one of its cells with the keyboard.
  await heads(page).nth(4).focus();
  await page.keyboard.press('Enter');
  await expect(heads(page).nth(4)).toHaveAttribute('aria-pressed', 'true');
  const map = first(page).getByRole('group', { name: 'Attention of layer 1, head 5' });
  await map.focus();
  await page.keyboard.press('ArrowDown');
  // All parameters of the model are 0, so that attention is uniform over the two tokens that the second token attends
  // to.
  await expect(map.getByRole('status')).toHaveText(/^“.*” attends to “.*”: 50%\.$/);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('look-inside .start')).toBeVisible();
});

test('a model that does not fit shows its first layer', async ({ page, inside, complaints }) => {
  void complaints;
  await inside('inside');
  await openLarge(page, { embedDim: 1024, heads: 16, layers: 340, vocabulary: 50_257 });
  await expect(message(page)).toContainText('This model does not fit: it needs 4.3');
  await expect(heads(page)).toHaveCount(16);
});
