import { edgeWords, expect, sceneOf, shownNumbers, stateOf, test } from './page.js';

const canvasPicture = (page) => page.locator('canvas').evaluate((canvas) => canvas.toDataURL());

test('a typed sentence stands at both edges of the matrix', async ({ page, open }) => {
  await open('stage=softmax&time=1');
  await page.getByLabel('Sentence', { exact: true }).fill('我 really 爱 北京');
  await expect
    .poll(() => edgeWords(page))
    .toEqual({ left: ['我', 'really', '爱', '北京'], top: ['我', 'really', '爱', '北京'] });
});

test('it plays to the end, through all stages, and stops', async ({ page, open }) => {
  await page.clock.install();
  await open();
  await page.evaluate(() => {
    window.seen = new Set();
    document
      .querySelector('attention-spotlight')
      .addEventListener('statechange', (event) => window.seen.add(event.detail.stage));
  });
  await page.getByRole('button', { name: 'Play' }).click();
  await page.clock.runFor(1000);
  expect(await stateOf(page)).toMatchObject({ stage: 'tokens' });
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  for (let second = 0; second < 31; second++) await page.clock.fastForward(1000);
  expect(await stateOf(page)).toMatchObject({ stage: 'merge', time: 1 });
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  expect(await page.evaluate(() => [...window.seen])).toEqual([
    'tokens',
    'embed',
    'project',
    'score',
    'scale',
    'mask',
    'softmax',
    'mix',
    'merge',
  ]);
});

test('it can be paused', async ({ page, open }) => {
  await page.clock.install();
  await open();
  await page.getByRole('button', { name: 'Play' }).click();
  await page.clock.runFor(3000);
  await page.getByRole('button', { name: 'Pause' }).click();
  const paused = await stateOf(page);
  await page.clock.runFor(3000);
  expect(await stateOf(page)).toEqual(paused);
});

test('with reduced motion it goes from stage to stage without motion', async ({ page, open }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await open();
  await page.getByRole('button', { name: 'Play' }).click();
  const { time } = await stateOf(page);
  expect(time).toBe(1);
  await page.clock.runFor(26_000);
  expect(await stateOf(page)).toMatchObject({ stage: 'merge', time: 1 });
});

test('steps and the timeline move through the stages', async ({ page, open }) => {
  await open('stage=score&time=0.2');
  await page.getByRole('button', { name: 'One stage forward' }).click();
  expect(await stateOf(page)).toMatchObject({ stage: 'score', time: 1 });
  await page.getByRole('button', { name: 'One stage forward' }).click();
  expect(await stateOf(page)).toMatchObject({ stage: 'scale', time: 1 });
  await page.getByRole('button', { name: 'One stage back' }).click();
  expect(await stateOf(page)).toMatchObject({ stage: 'score', time: 1 });
  await page.getByRole('button', { name: 'Softmax' }).click();
  expect(await stateOf(page)).toMatchObject({ stage: 'softmax', time: 1 });
  const timeline = page.getByRole('slider', { name: 'Timeline' });
  const box = await timeline.boundingBox();
  await page.mouse.move(box.x + box.width * 0.63, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 2, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  expect(await stateOf(page)).toMatchObject({ stage: 'tokens' });
});

test('rows of weights sum to 1 as shown', async ({ page, open }) => {
  await open(`stage=softmax&time=1&text=${encodeURIComponent('The cat sat on the mat')}`);
  const rows = await shownNumbers(page);
  expect(rows).toHaveLength(6);
  for (const row of rows) {
    const sum = row.reduce((total, text) => total + Number(text), 0);
    expect(Math.abs(sum - 1)).toBeLessThanOrEqual(6 * 0.005 + 1e-9);
  }
});

test('the picture changes with the text, the head, the mask and the scale', async ({ page, open }) => {
  await open('stage=softmax&time=1');
  const pictures = [await canvasPicture(page)];
  const changes = [
    () => page.getByLabel('Sentence', { exact: true }).fill('The dog sat on the mat because it was tired'),
    () => page.getByRole('radio', { name: 'layer 2, head 1' }).check({ force: true }),
    () => page.getByRole('checkbox', { name: 'Causal mask' }).check(),
    () => page.getByRole('checkbox', { name: 'Divide by √d' }).uncheck(),
  ];
  for (const change of changes) {
    await change();
    await expect.poll(() => canvasPicture(page)).not.toBe(pictures.at(-1));
    pictures.push(await canvasPicture(page));
  }
  expect(new Set(pictures).size).toBe(pictures.length);
});

test('with the causal mask the weights above the diagonal are 0', async ({ page, open }) => {
  await open('stage=softmax&time=1&causal=on&text=one two three four');
  const rows = await shownNumbers(page);
  rows.forEach((row, i) => row.forEach((text, j) => j > i && expect(text).toBe('0.00')));
  expect(rows[0][0]).toBe('1.00');
});

test('a click on a word makes it the one that asks', async ({ page, open }) => {
  await open();
  const { words } = await sceneOf(page);
  const { x, y } = await page.locator('canvas').boundingBox();
  const cat = words.find(({ word }) => word === 1);
  await page.mouse.click(x + cat.x + cat.width / 2, y + cat.y + cat.height / 2);
  expect(await stateOf(page)).toMatchObject({ row: 1 });
  await expect(page.getByText(/“cat” hears/).first()).toBeVisible();
});

test('an example from the list is taken', async ({ page, open }) => {
  await open();
  await page.getByLabel('Examples').selectOption('我爱北京');
  await expect(page.getByLabel('Sentence', { exact: true })).toHaveValue('我爱北京');
});

test('a decoder writes piece by piece, and what is likeliest next stands beside it', async ({ page, open }) => {
  await open('kind=cross&layer=1&head=0&stage=tokens&time=0');
  const pieces = await page
    .locator('attention-spotlight')
    .evaluate(({ run }) => run.targetTokens.map(({ text }) => text));
  for (const written of [0, 3, pieces.length - 2]) {
    await page.locator('attention-spotlight').evaluate(
      (element, time) => {
        element.time = time;
        return element.updateComplete;
      },
      (written + 0.9) / pieces.length,
    );
    const { marks } = await sceneOf(page);
    const chips = marks.filter(
      ({ kind, y, bold, align, size }) =>
        kind === 'text' && align === 'center' && size > 11 && y < 60 && bold !== undefined,
    );
    expect(chips.filter(({ opacity }) => opacity > 0.5).map(({ text }) => text)).toEqual(pieces.slice(0, written + 1));
    expect(chips.find(({ bold }) => bold).text).toBe(pieces[written]);
    await expect(page.locator('.next-pieces li').first()).toContainText(pieces[written + 1]);
  }
});
