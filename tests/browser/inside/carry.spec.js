// Moving an activation from the first sentence to the second in “Look inside”, with the mouse and with the keyboard.
import { accessibilityFindings, expect } from '../page.js';
import { finished, inspection, shownNumber, test } from './inside.js';

const target = (page) => page.locator('look-inside .carrying .map').first();
const source = (page) => page.locator('look-inside .carrying .source .map');
const answer = (page, row) => page.locator('look-inside .carried tbody tr').nth(row).locator('td');

/** Screen position of the center of a cell (layer and token) in a map of patches. */
async function middleOf(page, map, layer, token) {
  const svg = await map.locator('.framed').boundingBox();
  const { layers, tokens } = await inspection(page, ({ patching: { value } }) => {
    const [first, second] = value.recovery.shape;
    return { layers: first, tokens: second };
  });
  return [svg.x + ((layer + 0.5) * svg.width) / layers, svg.y + ((token + 0.5) * svg.height) / tokens];
}

test('what is dragged onto its counterpart is the patch there; another layer is another answer', async ({
  page,
  inside,
  complaints,
}) => {
  void complaints;
  await inside('inside=patching&model=stories');
  await finished(page, 'patching');
  const { values, recovery } = await inspection(page, ({ sentences, patching }) => ({
    values: sentences.value.values,
    recovery: Array.from(patching.value.recovery.data),
  }));
  await source(page).scrollIntoViewIfNeeded();
  const [begin, end] = [await middleOf(page, source(page), 1, 7), await middleOf(page, target(page), 1, 7)];
  await page.mouse.move(...begin);
  await page.mouse.down();
  await page.mouse.move(begin[0] + 12, begin[1] + 4, { steps: 3 });
  await page.mouse.move(...end, { steps: 5 });
  await page.mouse.up();
  await expect(page).toHaveURL(/carry=1\.7\.1\.7/);
  await finished(page, 'carried');
  await expect(page.locator('look-inside .carry [role=status]')).toHaveText(
    /residual stream of “M”, layer 2 \(clean\)\s*→\s*residual stream of “S”, layer 2 \(corrupted\)/,
  );
  const differences = await inspection(page, ({ carried: { value } }) =>
    [value.before, value.after].map(({ difference }) => difference),
  );
  expect(differences[0]).toBeCloseTo(values.corrupted, 5);
  const patched = values.corrupted + recovery[16 + 7] * (values.clean - values.corrupted);
  expect(differences[1]).toBeCloseTo(patched, 4);
  expect(shownNumber(await answer(page, 1).first().textContent())).toBeCloseTo(patched, 2);
  await expect(answer(page, 0).last()).toContainText('“S”');
  await expect(answer(page, 1).last()).toContainText('“M”');

  // The arrow key selects the activation of another layer of the first sentence; Enter moves it to the selected cell of
  // the second.
  await source(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/carry=2\.7(?:&|$)/);
  await expect(page.locator('look-inside .carried')).toHaveCount(0);
  await target(page).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/carry=2\.7\.1\.6/);
  await finished(page, 'carried');
  expect(await accessibilityFindings(page)).toEqual([]);
  // Reloading the URL restores the moved activation; changing the direction of patching removes it.
  const shown = await answer(page, 1).first().textContent();
  await page.reload();
  await expect(answer(page, 1).first()).toHaveText(shown);
  await page.locator('look-inside .choices select').last().selectOption({ label: 'corrupted into clean' });
  await expect(page).not.toHaveURL(/carry/);
  await expect(page.locator('look-inside .carry .note')).toContainText('Drag a cell of the second sentence');
});
