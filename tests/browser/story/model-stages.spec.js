// Stages depend on the model: the story model, a Llama, rotates queries and keys; the translation model does not.
import { expect, sidePanel, test, timeline } from '../page.js';

const stagesOf = (page) => timeline(page).getByRole('button').and(page.getByText(/./)).allInnerTexts();
const heading = (page) => sidePanel(page).getByRole('heading', { level: 2 });
const LLAMA = 'model=stories&text=Once upon a time&lang=en';

test('the story model has a rotation stage, with formula, narration and arithmetic', async ({ page, open }) => {
  await open(`${LLAMA}&view=steps&stage=rotate&cell=query:3:2`);
  await expect(heading(page)).toHaveText('4. Rotation');
  expect(await stagesOf(page)).toEqual([
    'Tokens',
    'Vectors',
    'Q, K, V',
    'Rotation',
    'Scores',
    'Scale',
    'Mask',
    'Softmax',
    'Weighted sum',
    'Output',
  ]);
  await expect(page.locator('[data-note=rotary]')).toContainText('RoPE');
  await expect(page.locator('[data-arithmetic]').first()).toHaveText(/^q\(a\)\[2\] = .*×.* \+ .*×.* = /);
  await open(`${LLAMA}&view=ledger&stage=rotate`);
  await expect(sidePanel(page)).toContainText('Q ← RoPE(Q) K ← RoPE(K)');
  await expect(sidePanel(page)).toContainText('how far apart two tokens are');
});

test('a URL with a stage that the model lacks opens the nearest earlier one', async ({ page, open }) => {
  await open(`${LLAMA}&view=steps&stage=cap`);
  await expect(heading(page)).toHaveText('6. Scale');
  await open('lang=en&view=steps&stage=rotate&progress=0.2');
  await expect(heading(page)).toHaveText('3. Q, K, V');
  await expect(timeline(page).locator('[aria-current=step]')).toHaveText('Q, K, V');
  expect(await stagesOf(page)).not.toContain('Rotation');
});
