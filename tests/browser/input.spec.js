import { axisLabels, expect, sceneOf, test } from './page.js';

const type = (page, text) => page.getByLabel('Sentence', { exact: true }).fill(text);

test('an empty text prompts for a word, and the next word works', async ({ page, open }) => {
  await open('stage=softmax&progress=1');
  await type(page, '  ');
  await expect(page.getByText('Type a word to begin.')).toBeVisible();
  expect(await sceneOf(page)).toBeNull();
  await type(page, 'hello world');
  await expect.poll(async () => (await axisLabels(page)).left).toEqual(['hello', 'world']);
});

test('of 5,000 tokens the first 512 are shown, with a notice', async ({ page, open }) => {
  await open();
  await type(page, Array.from({ length: 5000 }, (_, word) => `w${word}`).join(' '));
  await expect(page.getByText('5,000 tokens: only the first 512 are shown.')).toBeVisible();
  const { regions } = await sceneOf(page);
  expect(regions.find(({ matrix }) => matrix === 'attention')).toMatchObject({ rows: 512, columns: 512 });
});

test('markup is shown as text', async ({ page, open }) => {
  await open('stage=softmax&progress=1');
  await type(page, '<img src=x onerror=alert(1)>');
  await expect.poll(async () => (await axisLabels(page)).left).toContain('onerror');
  expect(
    await page.evaluate(() => document.querySelector('attention-spotlight').shadowRoot.querySelectorAll('img').length),
  ).toBe(0);
});

test('a scene is drawn for any text', async ({ page, open }) => {
  await open('stage=softmax&progress=1');
  let before = (await sceneOf(page)).marks;
  for (const text of ['👩‍👩‍👧‍👦 and 🏳️‍🌈', 'مرحبا بالعالم', 'é z̷̢̛ ñ̃', '一'.repeat(300), 'x'.repeat(4000)]) {
    await type(page, text);
    await expect.poll(async () => (await sceneOf(page)).marks, { message: text.slice(0, 20) }).not.toEqual(before);
    const { marks, tokens } = await sceneOf(page);
    expect(tokens.length, text.slice(0, 20)).toBeGreaterThan(0);
    before = marks;
  }
});
