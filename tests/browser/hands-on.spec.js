// What a reader changes is seen at once, beside what it was, and can be undone.
import { cellPoint, expect, stateOf, test } from './page.js';

const weights = (page) =>
  page.evaluate(() => {
    const { trace } = document.querySelector('attention-spotlight');
    return [...trace.weights.data];
  });
const undo = (page) => page.getByRole('button', { name: 'Undo all' });

test('nothing is to be undone until something is changed', async ({ page, open }) => {
  await open();
  await expect(undo(page)).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Divide by √d' }).uncheck();
  await expect(undo(page)).toBeVisible();
});

test('every change is seen in the weights, and one button undoes all', async ({ page, open }) => {
  await open('kind=self&layer=0&head=1&stage=softmax&time=1');
  const untouched = await weights(page);
  let before = untouched;
  const changes = [
    () => page.getByRole('checkbox', { name: 'Causal mask' }).check(),
    () => page.getByRole('checkbox', { name: 'Divide by √d' }).uncheck(),
    () => page.getByLabel('Temperature').fill('30'),
    () => page.getByLabel('Padding').fill('2'),
    () => page.getByRole('button', { name: /^Silence “/ }).click(),
    () => page.getByRole('button', { name: 'Silence this head' }).click(),
  ];
  for (const change of changes) {
    await change();
    await expect.poll(() => weights(page)).not.toEqual(before);
    before = await weights(page);
  }
  await undo(page).click();
  await expect.poll(() => weights(page)).toEqual(untouched);
  await expect(undo(page)).toHaveCount(0);
});

test('cells are painted with clicks and with the keyboard, and cleared again', async ({ page, open }) => {
  await open('stage=softmax&time=1');
  await expect(page.getByText('“it” hears “cat” most').first()).toBeVisible();
  await page.getByRole('button', { name: 'Paint the mask' }).click();
  const { x, y } = await cellPoint(page, 'attention', 7, 1);
  await page.mouse.click(x, y);
  expect((await stateOf(page)).mask).toEqual([[7, 1]]);
  await expect(page.getByText('Without your changes: “cat”').first()).toBeVisible();
  await page.mouse.click(x, y);
  expect((await stateOf(page)).mask).toEqual([]);
  const canvas = page.locator('canvas');
  await page.mouse.move(5, 5);
  await canvas.focus();
  await canvas.press('ArrowRight');
  await canvas.press('Enter');
  expect((await stateOf(page)).mask).toHaveLength(1);
});

test('the difference is shown with its sign, for the cell and in the square', async ({ page, open }) => {
  await open('kind=self&layer=0&head=1&stage=softmax&time=1&scale=off&view=matrix&cell=attention:2:1');
  await expect(page.getByText(/without your changes, now .* \([+−]0\.\d+\)/)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Show the difference' }).check();
  await expect
    .poll(() =>
      page.evaluate(() => {
        const { scene } = document.querySelector('attention-spotlight');
        const numbers = scene.layers.flatMap(({ marks }) => marks).filter(({ mono }) => mono);
        return numbers.filter(({ text }) => text.startsWith('−')).length;
      }),
    )
    .toBeGreaterThan(3);
});

test('a silenced word is told, and speaks again', async ({ page, open }) => {
  await open('stage=softmax&time=1&row=1');
  const button = page.getByRole('button', { name: 'Silence “cat”' });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  expect((await stateOf(page)).silence).toEqual([1]);
  await button.click();
  expect((await stateOf(page)).silence).toEqual([]);
});

test('another sentence forgets what was said of the words of the last one', async ({ page, open }) => {
  await open('mask=7.1&silence=2,self.0.1');
  await page.getByLabel('Sentence', { exact: true }).fill('I like deep learning');
  await expect.poll(() => stateOf(page)).toMatchObject({ mask: [], silence: [{ kind: 'self', layer: 0, head: 1 }] });
});

test('an address that names words which the sentence has not draws what there is', async ({ page, open }) => {
  await open('mask=40.41&silence=99,cross.9.9&padding=50&text=two words');
  await expect(page.locator('canvas')).toBeVisible();
  expect(await weights(page)).toHaveLength(4);
});

test('where a change is not seen in the head that is shown, it is said where it is', async ({ page, open }) => {
  await open();
  const hint = page.getByText('Your change moves none of this head’s weights');
  await expect(hint).toHaveCount(0);
  const weightsOf = () => page.locator('attention-spotlight').evaluate(({ trace }) => Array.from(trace.weights.data));
  const before = await weightsOf();
  await page.getByRole('checkbox', { name: 'Divide by √d' }).uncheck();
  await expect(hint).toBeVisible();
  const move = async (other) => Math.max(...(await weightsOf()).map((weight, at) => Math.abs(weight - other[at])));
  expect(await move(before)).toBeLessThan(0.005);
  await page.getByRole('button', { name: /^It is seen most in layer \d, head \d/ }).click();
  await expect(hint).toHaveCount(0);
  const unscaled = await weightsOf();
  await page.getByRole('checkbox', { name: 'Divide by √d' }).check();
  await page.locator('attention-spotlight').evaluate((element) => element.updateComplete);
  expect(await move(unscaled)).toBeGreaterThan(0.1);
});
