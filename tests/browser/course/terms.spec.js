// Tapping a term that has a dotted underline opens a note beside it, with one sentence and a link.
import { accessibilityFindings, expect, stateOf, test } from '../page.js';

const note = (page) => page.locator('.term-note');

test('in the course a term is explained beside it, and its link opens the step that shows it', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open('lang=en&chapter=scores.2');
  const term = page.locator('attention-course').getByRole('button', { name: 'bias' }).first();
  await term.click();
  await expect(note(page)).toContainText('A bias is a number that is added to a result');
  await expect(note(page)).toBeInViewport({ ratio: 1 });
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(note(page)).toHaveCount(0);
  await expect(term).toBeFocused();
  await open('lang=en&chapter=masks.2');
  await page.locator('attention-course').getByRole('button', { name: 'decoder' }).click();
  // The note of a term that the current step itself explains links to a paper, not to the course.
  await expect(note(page).getByRole('link')).toHaveAttribute('href', /arxiv/);
  await open('lang=en&chapter=softmax.2');
  await page.locator('attention-course').getByRole('button', { name: 'softmax' }).click();
  await note(page).getByRole('button').click();
  await expect.poll(async () => (await stateOf(page)).chapter).toBe('softmax.1');
});

test('in the element a second press closes the note, and it links to the source', async ({ page, open }) => {
  await open('lang=en&view=ledger&stage=embed&controls=play,scrub');
  const term = page.locator('attention-spotlight').getByRole('button', { name: 'LayerNorm' });
  await term.click();
  await expect(note(page)).toContainText('LayerNorm shifts and scales');
  await expect(note(page).getByRole('link')).toHaveAttribute('href', /arxiv/);
  await term.click();
  await expect(note(page)).toHaveCount(0);
});
