// The trained model in the page: kinds, layers and heads, the text that it writes, the card.
import { edgeWords, expect, sceneOf, stateOf, test } from './page.js';

/** Which word the asking one hears most, as the page says it. */
const strongest = (page) => page.locator('aside').getByText(/hears .* most/);

test('the page opens with the trained head that finds what “it” refers to', async ({ page, open }) => {
  await open();
  await expect(page.getByText('Finds what a pronoun refers to').first()).toBeVisible();
  await expect(page.getByText(/untrained/)).toHaveCount(0);
  await expect(strongest(page)).toHaveText(/“it” hears “cat” most/);
  await page.getByLabel('Sentence', { exact: true }).fill('The cat sat on the mat because it was soft');
  await expect(strongest(page)).toHaveText(/“it” hears “mat” most/);
});

test('in Chinese too', async ({ page, open }) => {
  await open(`lang=zh&text=${encodeURIComponent('猫坐在垫子上，因为它累了')}`);
  await expect(page.locator('aside').getByText('“它”最关注“猫”')).toBeVisible();
  await expect(page.getByText('找出代词指的是谁').first()).toBeVisible();
});

test('untrained weights are called untrained', async ({ page, open }) => {
  await open('model=untrained');
  await expect(page.getByText(/random and untrained/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Model card' })).toHaveCount(0);
});

test('cross attention joins the pieces of the translation with the words of the sentence', async ({ page, open }) => {
  await open('stage=softmax&time=1');
  await page.getByRole('radio', { name: 'cross' }).check({ force: true });
  await expect(page.getByText('Finds the word that a piece translates').first()).toBeVisible();
  const { left, top } = await edgeWords(page);
  expect(top).toEqual('The cat sat on the mat because it was tired'.split(' '));
  expect(left[0]).toBe('▸');
  expect(left.slice(1).join('')).toMatch(/\p{Script=Han}/u);
  const { regions } = await sceneOf(page);
  expect(regions.find(({ matrix }) => matrix === 'memory').rows).toBe(10);
  expect(await stateOf(page)).toMatchObject({ kind: 'cross' });
});

test('causal attention is of the translation alone, and says what may come next', async ({ page, open }) => {
  await open('stage=softmax&time=1&kind=causal&layer=0&head=1');
  const { left, top } = await edgeWords(page);
  expect(left).toEqual(top);
  await expect(page.getByText('Likeliest to come next:')).toBeVisible();
  await expect(page.locator('.next-pieces li')).toHaveCount(5);
});

test('the card names every head, its score and its baseline, and opens one', async ({ page, open }) => {
  await open();
  await page.getByRole('button', { name: 'Model card' }).click();
  const card = page.getByRole('dialog');
  await expect(card.getByText('Finds the word that a word depends on')).toBeVisible();
  await expect(card.getByText(/nearest noun: \d+\s%, n = \d+/).first()).toBeVisible();
  expect(await card.locator('tr').count()).toBe(32);
  await card.getByRole('button', { name: 'cross 2.1' }).click();
  await expect(card).toBeHidden();
  expect(await stateOf(page)).toMatchObject({ kind: 'cross', layer: 1, head: 0 });
});

test('the address opens a kind at the head that says most, and the word that hears another', async ({ page, open }) => {
  await open('kind=cross');
  await expect(page.getByText('Finds the word that a piece translates').first()).toBeVisible();
  await open(
    `text=${encodeURIComponent('The cup fell from the table because it was wet and everybody in the room laughed out loud')}`,
  );
  await expect(strongest(page)).toHaveText(/^“it” hears/);
});

test('a role in the address opens its head, whatever layer it is in', async ({ page, open }) => {
  await open('head=syntax');
  await expect(page.getByText('Finds the word that a word depends on').first()).toBeVisible();
});
