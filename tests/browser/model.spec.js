// The trained model on the page: attention types, layers and heads, the generated translation, the model card.
import { axisLabels, expect, nextTokens, sceneOf, stateOf, test } from './page.js';

/**
 * URL parameters of the stage softmax, where the weights are visible. `strongest` finds the caption's sentence about
 * the largest weight.
 */
const SOFTMAX = 'stage=softmax&progress=1';
const strongest = (page) =>
  page
    .locator('aside')
    .getByText(/attends most to/)
    .filter({ visible: true });

test('the page opens with the head that attends from “it” to its antecedent', async ({ page, open }) => {
  await open(SOFTMAX);
  await expect(page.getByText('Attends from a pronoun to what it refers to').first()).toBeVisible();
  await expect(page.getByText(/untrained/)).toHaveCount(0);
  await expect(strongest(page)).toHaveText(/“it” attends most to “cat”/);
  await page.getByLabel('Sentence', { exact: true }).fill('The cat sat on the mat because it was soft');
  await expect(strongest(page)).toHaveText(/“it” attends most to “mat”/);
});

test('so does the Chinese page', async ({ page, open }) => {
  await open(`lang=zh&${SOFTMAX}&text=${encodeURIComponent('猫坐在垫子上，因为它累了')}`);
  await expect(page.locator('aside').getByText('“它”最关注“猫”').filter({ visible: true })).toBeVisible();
  await expect(page.getByText('由代词指向它所指的词').first()).toBeVisible();
});

test('untrained weights are labeled as such', async ({ page, open }) => {
  await open('model=untrained');
  await expect(page.getByText(/random and untrained/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Model card' })).toHaveCount(0);
});

test('cross-attention has queries from the translation and keys from the sentence', async ({ page, open }) => {
  await open('stage=softmax&progress=1');
  await page.getByRole('radio', { name: 'Cross' }).check({ force: true });
  await expect(page.getByText('Attends to the word being translated').first()).toBeVisible();
  const { left, top } = await axisLabels(page);
  expect(top).toEqual('The cat sat on the mat because it was tired'.split(' '));
  expect(left[0]).toBe('▸');
  expect(left.slice(1).join('')).toMatch(/\p{Script=Han}/u);
  const { regions } = await sceneOf(page);
  expect(regions.find(({ matrix }) => matrix === 'encoderOutput').rows).toBe(10);
  expect(await stateOf(page)).toMatchObject({ attention: 'cross' });
});

test('decoder self-attention is within the translation, and lists the most likely next tokens', async ({
  page,
  open,
}) => {
  await open('stage=softmax&progress=1&attention=decoder&layer=0&head=1');
  const { left, top } = await axisLabels(page);
  expect(left).toEqual(top);
  await expect(page.getByText('Most likely next tokens:')).toBeVisible();
  await expect(nextTokens(page)).toHaveCount(5);
});

test('the model card lists every head with score and baseline, and selects one', async ({ page, open }) => {
  await open();
  await page.getByRole('button', { name: 'Model card' }).click();
  const card = page.getByRole('dialog');
  await expect(card.getByText('Attends from each word to its governor')).toBeVisible();
  await expect(card.getByText(/nearest noun: \d+%, n = \d+/).first()).toBeVisible();
  expect(await card.locator('tr').count()).toBe(32);
  await card.getByRole('button', { name: 'Cross 2.1' }).click();
  await expect(card).toBeHidden();
  expect(await stateOf(page)).toMatchObject({ attention: 'cross', layer: 1, head: 0 });
});

test('an attention type opens at a supervised head, and a pronoun is the default query', async ({ page, open }) => {
  await open('attention=cross');
  await expect(page.getByText('Attends to the word being translated').first()).toBeVisible();
  await open(
    `${SOFTMAX}&text=${encodeURIComponent('The cup fell from the table because it was wet and everybody in the room laughed out loud')}`,
  );
  await expect(strongest(page)).toHaveText(/^“it” attends/);
});

test('a role in the URL selects its head in any layer', async ({ page, open }) => {
  await open('head=syntax');
  await expect(page.getByText('Attends from each word to its governor').first()).toBeVisible();
});
