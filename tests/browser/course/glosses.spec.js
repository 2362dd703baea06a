// Glosses: notes with the pronunciation and meaning of tokens in a foreign language, if the user has switched them on.
import { expect, setState, test } from '../page.js';

const strip = (page) => page.locator('gloss-strip');

test('who reads English sees pinyin and meaning of a translation’s tokens, at every later step', async ({
  page,
  open,
}) => {
  await open('lang=en&chapter=masks.2');
  const choice = strip(page).getByRole('checkbox', { name: 'Chinese tokens: sound and meaning' });
  await expect(choice).toBeChecked();
  await expect(strip(page).locator('div', { hasText: '猫' })).toHaveText(/猫\s*māo cat/);
  await choice.uncheck();
  await expect(strip(page).locator('dt')).toHaveCount(0);
  await open('lang=en&chapter=cross.2');
  await expect(choice).not.toBeChecked(); // the choice is remembered
  await choice.check();
  await open('lang=en&chapter=cross.2');
  await expect(strip(page).locator('div', { hasText: '累' })).toHaveText(/累\s*lèi tired/);
  await expect(strip(page).locator('dt', { hasText: '，' })).toHaveCount(0);
  await open('lang=en&chapter=it.1'); // a sentence in English
  await expect(page.locator('attention-course h2')).toBeVisible();
  await expect(strip(page).getByRole('checkbox')).toHaveCount(0);
});

test('who reads Chinese sees the meaning of English tokens', async ({ page, open }) => {
  await open('lang=zh&chapter=masks.2');
  await expect(strip(page).getByRole('checkbox', { name: '英文词元的意思' })).toBeChecked();
  await expect(strip(page).locator('div', { hasText: 'because' })).toHaveText(/because\s*因为/);
});

test('on the page the strip comes with a sentence of the other language, and goes with it', async ({ page, open }) => {
  await open('lang=en&view=sentence&controls=text');
  await expect(strip(page)).toHaveCount(0);
  await setState(page, { text: '猫坐在椅子上，因为它累了' });
  await strip(page).getByRole('checkbox').check();
  await expect(strip(page).locator('dt')).toHaveText(['猫', '坐在', '椅子', '上', '因为', '它', '累了']);
  await setState(page, { text: 'The cat slept' });
  await expect(strip(page).locator('dt')).toHaveCount(0);
  await open('lang=zh&view=sentence&controls=text'); // punctuation belongs to no language
  await page.evaluate(() => document.querySelector('attention-spotlight').updateComplete);
  await expect(strip(page)).toHaveCount(0);
});
