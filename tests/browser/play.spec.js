import { axisLabels, expect, nextTokens, sceneOf, shownNumbers, stateOf, test } from './page.js';

const canvasImage = (page) => page.locator('canvas').evaluate((canvas) => canvas.toDataURL());

test('a typed sentence labels both axes of the matrix', async ({ page, open }) => {
  await open('stage=softmax&progress=1');
  await page.getByLabel('Sentence', { exact: true }).fill('我 really 爱 北京');
  await expect
    .poll(() => axisLabels(page))
    .toEqual({ left: ['我', 'really', '爱', '北京'], top: ['我', 'really', '爱', '北京'] });
});

test('it plays all stages to the end and stops', async ({ page, open }) => {
  await page.clock.install({ time: 0 });
  await open();
  await page.clock.pauseAt(600_000);
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
  for (let second = 0; second < 50; second++) await page.clock.fastForward(1000);
  expect(await stateOf(page)).toMatchObject({ stage: 'output', progress: 1 });
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  expect(await page.evaluate(() => [...window.seen])).toEqual([
    'tokens',
    'embed',
    'project',
    'score',
    'scale', // this is the next stage, since nothing is masked
    'softmax',
    'sum',
    'output',
  ]);
});

test('playback can be paused', async ({ page, open }) => {
  await page.clock.install({ time: 0 });
  await open();
  await page.clock.pauseAt(600_000);
  await page.getByRole('button', { name: 'Play' }).click();
  await page.clock.runFor(3000);
  await page.getByRole('button', { name: 'Pause' }).click();
  const paused = await stateOf(page);
  await page.clock.runFor(3000);
  expect(await stateOf(page)).toEqual(paused);
});

test('with reduced motion it steps from stage to stage without animation', async ({ page, open }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await open();
  await page.getByRole('button', { name: 'Play' }).click();
  const { progress } = await stateOf(page);
  expect(progress).toBe(1);
  await page.clock.runFor(26_000);
  expect(await stateOf(page)).toMatchObject({ stage: 'output', progress: 1 });
});

test('buttons and the timeline move through the stages', async ({ page, open }) => {
  await open('stage=score&progress=0.2');
  await page.getByRole('button', { name: 'Next stage' }).click();
  expect(await stateOf(page)).toMatchObject({ stage: 'score', progress: 1 });
  await page.getByRole('button', { name: 'Next stage' }).click();
  expect(await stateOf(page)).toMatchObject({ stage: 'scale', progress: 1 });
  await page.getByRole('button', { name: 'Previous stage' }).click();
  expect(await stateOf(page)).toMatchObject({ stage: 'score', progress: 1 });
  await page.getByRole('button', { name: 'Softmax', exact: true }).click();
  expect(await stateOf(page)).toMatchObject({ stage: 'softmax', progress: 1 });
  const timeline = page.getByRole('slider', { name: 'Timeline' });
  await timeline.scrollIntoViewIfNeeded();
  const box = await timeline.boundingBox();
  await page.mouse.move(box.x + box.width * 0.63, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 2, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  expect(await stateOf(page)).toMatchObject({ stage: 'tokens' });
});

test('the displayed weights of a row sum to 1', async ({ page, open }) => {
  await open(`stage=softmax&progress=1&text=${encodeURIComponent('The cat sat on the mat')}`);
  const rows = await shownNumbers(page);
  expect(rows).toHaveLength(6);
  for (const row of rows) {
    const sum = row.reduce((total, text) => total + Number(text), 0);
    expect(Math.abs(sum - 1)).toBeLessThanOrEqual(6 * 0.005 + 1e-9);
  }
});

test('the canvas changes with the text, the head, the mask and the scaling', async ({ page, open }) => {
  await open('stage=softmax&progress=1');
  const images = [await canvasImage(page)];
  const changes = [
    () => page.getByLabel('Sentence', { exact: true }).fill('The dog sat on the mat because it was tired'),
    () => page.getByRole('radio', { name: 'layer 2, head 1' }).check({ force: true }),
    () => page.getByRole('checkbox', { name: 'Causal mask' }).check(),
    () => page.getByRole('checkbox', { name: 'Divide by √d' }).uncheck(),
  ];
  for (const change of changes) {
    await change();
    await expect.poll(() => canvasImage(page)).not.toBe(images.at(-1));
    images.push(await canvasImage(page));
  }
  expect(new Set(images).size).toBe(images.length);
});

test('with the causal mask the weights above the diagonal are 0', async ({ page, open }) => {
  await open('stage=softmax&progress=1&causal=on&text=one two three four');
  const rows = await shownNumbers(page);
  rows.forEach((row, i) => row.forEach((text, j) => j > i && expect(text).toBe('0.00')));
  expect(rows[0][0]).toBe('1.00');
});

test('a click on a token makes it the query', async ({ page, open }) => {
  await open();
  const { tokens } = await sceneOf(page);
  const { x, y } = await page.locator('canvas').boundingBox();
  const cat = tokens.find(({ token }) => token === 1);
  await page.mouse.click(x + cat.x + cat.width / 2, y + cat.y + cat.height / 2);
  expect(await stateOf(page)).toMatchObject({ query: 1 });
  await expect(
    page
      .getByText(/into “cat”: \d+% from/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
});

test('an example can be selected from the list', async ({ page, open }) => {
  await open();
  await page.getByLabel('Examples').selectOption('我爱北京');
  await expect(page.getByLabel('Sentence', { exact: true })).toHaveValue('我爱北京');
});

test('the decoder generates token by token, with the most likely next tokens beside it', async ({ page, open }) => {
  await open('attention=cross&layer=1&head=0&stage=tokens&progress=0');
  const tokens = await page
    .locator('attention-spotlight')
    .evaluate(({ run }) => run.decode().tokens.map(({ text }) => text));
  for (const generated of [0, 3, tokens.length - 2]) {
    await page.locator('attention-spotlight').evaluate(
      (element, progress) => {
        element.progress = progress;
        return element.updateComplete;
      },
      (generated + 0.9) / tokens.length,
    );
    const { marks } = await sceneOf(page);
    const tops = marks.filter(({ role }) => role === 'token').map(({ y }) => y);
    const queries = marks.filter(({ role, y }) => role === 'token' && y === Math.min(...tops));
    expect(queries.filter(({ opacity }) => opacity > 0.5).map(({ text }) => text)).toEqual(
      tokens.slice(0, generated + 1),
    );
    expect(queries.find(({ bold }) => bold).text).toBe(tokens[generated]);
    await expect(nextTokens(page).first()).toContainText(tokens[generated + 1]);
  }
});
